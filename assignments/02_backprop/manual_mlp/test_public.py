import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape, exercise, gradcheck

NAMES = ("w1", "b1", "w2", "b2")


def draw(rng, d=3, h=5, c=4):
    return [rng.normal(size=(d, h)), rng.normal(size=h), rng.normal(size=(h, c)), rng.normal(size=c)]


@exercise("manual_mlp")
class TestManualMLP:
    def test_known_probabilities(self, student):
        """One hidden unit: x = 2 gives the logits (0, ln 3), and x = -2 switches the unit off."""
        model = student.ManualMLP(np.array([[1.0]]), np.array([0.0]), np.array([[0.0, np.log(3) / 2]]), np.array([0.0, 0.0]))
        probs = model.forward(np.array([[2.0], [-2.0]]))
        assert_close(probs, np.array([[0.25, 0.75], [0.5, 0.5]]), "probabilities")

    def test_loss_of_known_probabilities(self, student):
        """With the same net, the labels 1 and 0 cost (ln(4/3) + ln 2) / 2."""
        model = student.ManualMLP(np.array([[1.0]]), np.array([0.0]), np.array([[0.0, np.log(3) / 2]]), np.array([0.0, 0.0]))
        loss = model.loss(np.array([[2.0], [-2.0]]), np.array([1, 0]))
        assert_close(loss, (np.log(4 / 3) + np.log(2)) / 2, "loss")

    def test_gradients_agree_with_your_loss(self, student, rng):
        """Nudging a parameter changes your loss as your gradients say."""
        x, labels = rng.normal(size=(6, 3)), np.array([0, 1, 2, 3, 0, 1])

        def loss(*params):
            model = student.ManualMLP(*params)
            return model.loss(x, labels), model

        def backward(dout, model):
            return {f"d{name}": dout * grad for name, grad in model.backward().items()}

        gradcheck(loss, backward, dict(zip(NAMES, draw(rng))), rng=rng)

    def test_step_keeps_the_shapes(self, student, rng):
        """After a step the parameters have the shapes they had."""
        params = draw(rng)
        model = student.ManualMLP(*params)
        model.loss(rng.normal(size=(6, 3)), np.array([0, 1, 2, 3, 0, 1]))
        model.step(0.1)
        for name, before in zip(NAMES, params):
            assert_shape(getattr(model, name), before.shape, name)


@exercise("train_manual_mlp")
class TestTraining:
    def test_record_of_a_toy(self, student):
        """A toy whose loss halves with every update: five steps, five entries, the first one from before any update."""
        zeros = {name: np.zeros(1) for name in ("b1", "w2", "b2")}
        model = student.given.models.BorrowedMLP(
            {"w1": np.array([8.0]), **zeros},
            lambda params, x: np.array([[0.2, 0.8], [0.4, 0.6]]),
            lambda params, x, labels: float(params["w1"][0]),
            lambda params, x, labels: {"w1": params["w1"] / 2, **zeros},
        )
        losses, accs = student.train_manual_mlp(model, np.zeros((2, 1)), np.array([1, 0]), 1.0, 5)
        assert_equal([len(losses), len(accs)], [5, 5], "lengths of the record")
        assert_close(losses, [8.0, 4.0, 2.0, 1.0, 0.5], "losses")
        assert_close(accs, [0.5] * 5, "accuracies")
