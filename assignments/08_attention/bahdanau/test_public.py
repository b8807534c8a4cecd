import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


def draw(rng, n=2, t=4, ds=3, dh=5, a=6):
    return {
        "s": rng.normal(size=(n, ds)),
        "h": rng.normal(size=(n, t, dh)),
        "wa": rng.normal(size=(ds, a)),
        "ua": rng.normal(size=(dh, a)),
        "va": rng.normal(size=a),
    }


@exercise("bahdanau_scores")
class TestScores:
    def test_one_unit_by_hand(self, student):
        """With one hidden unit, s = 1, h = (1), (-2): tanh(2 * 1 + 1 * h) * 3."""
        e = student.bahdanau_scores(
            np.ones((1, 1)), np.array([[[1.0], [-2.0]]]), np.array([[2.0]]), np.ones((1, 1)), np.array([3.0])
        )
        assert_close(e, np.array([[2.9851643, 0.0]]), "e", atol=1e-6)

    def test_shape(self, student, rng):
        """Two states over four positions give scores of shape (2, 4)."""
        assert_shape(student.bahdanau_scores(*draw(rng).values()), (2, 4), "e")


@exercise("bahdanau_attention_forward")
class TestAttention:
    def test_shapes(self, student, rng):
        """Contexts are as wide as the memories, and there is a weight for each position."""
        context, alpha, _ = student.bahdanau_attention_forward(*draw(rng).values())
        assert_shape(context, (2, 5), "context")
        assert_shape(alpha, (2, 4), "alpha")

    def test_without_an_output_weight_it_is_the_mean(self, student, rng):
        """With va = 0 all scores are equal, so the context is the mean of the memories."""
        given = draw(rng)
        given["va"] = np.zeros(6)
        context, _, _ = student.bahdanau_attention_forward(*given.values())
        assert_close(context, given["h"].mean(axis=1), "context")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging the inputs of your forward changes its context as your gradients say."""
        gradcheck(
            student.bahdanau_attention_forward,
            student.bahdanau_attention_backward,
            draw(rng),
            outputs=[0],
            rng=rng,
        )
