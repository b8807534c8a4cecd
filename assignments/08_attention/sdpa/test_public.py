import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


@exercise("sdpa_forward")
class TestForward:
    def test_known_values(self, student):
        """With D = 4 and scores 0 and log 3 after scaling, the weights are 1/4 and 3/4."""
        q = np.array([[[[2.0, 0.0, 0.0, 0.0]]]])
        k = np.array([[[[0.0, 1.0, 2.0, 3.0], [np.log(3), 1.0, 2.0, 3.0]]]])
        v = np.array([[[[4.0, 0.0], [0.0, 8.0]]]])
        out, weights, _ = student.sdpa_forward(q, k, v)
        assert_close(weights, np.array([[[[0.25, 0.75]]]]), "weights")
        assert_close(out, np.array([[[[1.0, 6.0]]]]), "out")

    def test_shapes(self, student, rng):
        """2 samples, 3 heads, 4 queries and 5 keys of width 6, values of width 7."""
        q, k, v = rng.normal(size=(2, 3, 4, 6)), rng.normal(size=(2, 3, 5, 6)), rng.normal(size=(2, 3, 5, 7))
        out, weights, _ = student.sdpa_forward(q, k, v, np.ones((4, 5), bool))
        assert_shape(out, (2, 3, 4, 7), "out")
        assert_shape(weights, (2, 3, 4, 5), "weights")


@exercise("sdpa_backward")
class TestBackward:
    def test_shapes(self, student, rng):
        """dq, dk and dv have the shapes of q, k and v."""
        q, k, v = rng.normal(size=(2, 3, 4, 6)), rng.normal(size=(2, 3, 5, 6)), rng.normal(size=(2, 3, 5, 7))
        _, _, cache = student.sdpa_forward(q, k, v)
        dq, dk, dv = student.sdpa_backward(rng.normal(size=(2, 3, 4, 7)), cache)
        assert_shape(dq, q.shape, "dq")
        assert_shape(dk, k.shape, "dk")
        assert_shape(dv, v.shape, "dv")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging queries, keys or values changes the output of your forward as your gradients say."""
        inputs = {
            "q": rng.normal(size=(2, 1, 3, 4)),
            "k": rng.normal(size=(2, 1, 5, 4)),
            "v": rng.normal(size=(2, 1, 5, 2)),
        }
        gradcheck(student.sdpa_forward, student.sdpa_backward, inputs, outputs=[0], rng=rng)
