import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


def projections(rng, width):
    return [rng.normal(size=(width, width)) / np.sqrt(width) for _ in range(4)]


@exercise("mha_forward")
class TestForward:
    def test_shapes(self, student, rng):
        """3 queries and 5 keys of width 8 with 4 heads: out is (2, 3, 8), the weights are (2, 4, 3, 5)."""
        xq, xkv = rng.normal(size=(2, 3, 8)), rng.normal(size=(2, 5, 8))
        out, weights, _ = student.mha_forward(xq, xkv, *projections(rng, 8), 4)
        assert_shape(out, (2, 3, 8), "out")
        assert_shape(weights, (2, 4, 3, 5), "weights")

    def test_two_heads_by_hand(self, student):
        """With identity projections, head 0 compares first features and head 1 second features."""
        x = np.array([[[1.0, 0.0], [0.0, 2.0]]])
        eye = np.eye(2)
        out, weights, _ = student.mha_forward(x, x, eye, eye, eye, eye, 2)
        a, b = 0.731058579, 0.982013790  # sigmoid of 1 and of 4
        head0, head1 = [[a, 1 - a], [0.5, 0.5]], [[0.5, 0.5], [1 - b, b]]
        assert_close(
            weights,
            np.array([[head0, head1]]),
            "weights",
            atol=1e-8,
            axes=("batch", "head", "query", "key"),
        )
        assert_close(out, np.array([[[a, 1.0], [0.5, 2 * b]]]), "out", atol=1e-8)

    def test_rows_sum_to_one(self, student, rng):
        """The weights of every query sum to 1 in every head."""
        x = rng.normal(size=(2, 3, 8))
        _, weights, _ = student.mha_forward(x, x, *projections(rng, 8), 2)
        assert_close(weights.sum(axis=-1), np.ones((2, 2, 3)), "sums over the keys", axes=("batch", "head", "query"))


@exercise("mha_backward")
class TestBackward:
    def test_shapes(self, student, rng):
        """The six gradients have the shapes of the two token arrays and the four projections."""
        given = [rng.normal(size=(2, 3, 8)), rng.normal(size=(2, 5, 8)), *projections(rng, 8)]
        _, _, cache = student.mha_forward(*given, 4)
        grads = student.mha_backward(rng.normal(size=(2, 3, 8)), cache)
        for name, grad, array in zip(("dxq", "dxkv", "dwq", "dwk", "dwv", "dwo"), grads, given):
            assert_shape(grad, array.shape, name)

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging tokens or projections changes the output of your forward as your gradients say."""
        given = [rng.normal(size=(1, 3, 4)), rng.normal(size=(1, 2, 4)), *projections(rng, 4)]
        inputs = dict(zip(("xq", "xkv", "wq", "wk", "wv", "wo"), given))
        gradcheck(student.mha_forward, student.mha_backward, inputs, args=(2,), outputs=[0], rng=rng)
