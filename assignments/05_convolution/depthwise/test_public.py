import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


@exercise("depthwise_conv2d")
class TestDepthwise:
    def test_known_values(self, student):
        """Two channels of 2 x 2 pixels, one kernel of ones and one of twos: each channel has its own sum."""
        x = np.arange(8.0).reshape(1, 2, 2, 2)
        w = np.stack([np.ones((2, 2)), 2 * np.ones((2, 2))])
        out, _ = student.depthwise_conv2d_forward(x, w, np.array([0.5, -0.5]))
        assert_close(out, np.array([6.5, 43.5]).reshape(1, 2, 1, 1), "out")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging the inputs of your forward changes its output as your gradients say."""
        inputs = {"x": rng.normal(size=(2, 3, 5, 4)), "w": rng.normal(size=(3, 3, 2)), "b": rng.normal(size=3)}
        for options in ({}, {"stride": 2, "pad": 1}):
            gradcheck(student.depthwise_conv2d_forward, student.depthwise_conv2d_backward, inputs, kwargs=options, rng=rng)


@exercise("pointwise_conv_forward")
class TestPointwise:
    def test_known_values(self, student):
        """A pixel with the channels 1 and 2, and the weights [[1, 10], [3, -1]]: 21 and 1."""
        x = np.array([1.0, 2.0]).reshape(1, 2, 1, 1)
        out, _ = student.pointwise_conv_forward(x, np.array([[1.0, 10.0], [3.0, -1.0]]), np.zeros(2))
        assert_close(out, np.array([21.0, 1.0]).reshape(1, 2, 1, 1), "out")

    def test_shape(self, student, rng):
        """Three channels of 6 x 5 pixels, kernels of 3 x 3, stride 2, padding 1, four outputs: (2, 4, 3, 3)."""
        x, w_dw, w_pw = rng.normal(size=(2, 3, 6, 5)), rng.normal(size=(3, 3, 3)), rng.normal(size=(4, 3))
        out = student.depthwise_separable_conv(x, w_dw, w_pw, np.zeros(4), stride=2, pad=1)
        assert_shape(out, (2, 4, 3, 3), "out")
