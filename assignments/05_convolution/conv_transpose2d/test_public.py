import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


@exercise("conv_transpose2d_forward")
class TestForward:
    def test_known_values(self, student):
        """The image [[1, 2], [3, 4]] and a 2 x 2 kernel of ones with stride 1: where kernels overlap, they add up."""
        x = np.array([[1.0, 2.0], [3.0, 4.0]]).reshape(1, 1, 2, 2)
        out, _ = student.conv_transpose2d_forward(x, np.ones((1, 1, 2, 2)), np.zeros(1))
        expected = np.array([[1, 3, 2], [4, 10, 6], [3, 7, 4]], dtype=float).reshape(1, 1, 3, 3)
        assert_close(out, expected, "out")

    def test_shape(self, student, rng):
        """Three channels of 4 x 5 pixels, two output channels, kernels of 4 x 4, stride 2, padding 1: twice as large."""
        x, w = rng.normal(size=(2, 3, 4, 5)), rng.normal(size=(3, 2, 4, 4))
        out, _ = student.conv_transpose2d_forward(x, w, np.zeros(2), stride=2, pad=1)
        assert_shape(out, (2, 2, 8, 10), "out")


@exercise("conv_transpose2d_backward")
class TestBackward:
    def test_shapes(self, student, rng):
        """dx, dw and db have the shapes of x, w and b."""
        x, w = rng.normal(size=(2, 3, 4, 5)), rng.normal(size=(3, 2, 4, 3))
        _, cache = student.conv_transpose2d_forward(x, w, np.zeros(2), stride=2, pad=1)
        dx, dw, db = student.conv_transpose2d_backward(np.ones((2, 2, 8, 9)), cache)
        assert_shape(dx, (2, 3, 4, 5), "dx")
        assert_shape(dw, (3, 2, 4, 3), "dw")
        assert_shape(db, (2,), "db")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging the inputs of your forward changes its output as your gradients say."""
        inputs = {"x": rng.normal(size=(2, 3, 4, 3)), "w": rng.normal(size=(3, 2, 2, 3)), "b": rng.normal(size=2)}
        for options in ({}, {"stride": 2, "pad": 1}):
            gradcheck(student.conv_transpose2d_forward, student.conv_transpose2d_backward, inputs, kwargs=options, rng=rng)
