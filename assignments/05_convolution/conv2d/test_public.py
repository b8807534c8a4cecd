import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


def image(*numbers):
    side = int(len(numbers) ** 0.5)
    return np.array(numbers, dtype=float).reshape(1, 1, side, side)


@exercise("conv2d_forward")
class TestForward:
    def test_known_values(self, student):
        """The image 0, 1, ..., 15 and the kernel [[1, 2], [3, 4]] give [[34, 44, 54], [74, 84, 94], [114, 124, 134]]."""
        out, _ = student.conv2d_forward(image(*range(16)), image(1, 2, 3, 4), np.zeros(1))
        assert_close(out, image(34, 44, 54, 74, 84, 94, 114, 124, 134), "out")

    def test_shapes(self, student, rng):
        """Two images of 3 channels and 7 x 6 pixels, 4 kernels of 3 x 2, stride 2, padding 1: (2, 4, 4, 4)."""
        x, w = rng.normal(size=(2, 3, 7, 6)), rng.normal(size=(4, 3, 3, 2))
        out, _ = student.conv2d_forward(x, w, np.zeros(4), stride=2, pad=1)
        assert_shape(out, (2, 4, 4, 4), "out")


@exercise("conv2d_backward")
class TestBackward:
    def test_known_values(self, student):
        """The image 0, ..., 8, the kernel [[1, 2], [3, 4]] and dout [[1, 2], [3, 4]], worked out by hand."""
        _, cache = student.conv2d_forward(image(*range(9)), image(1, 2, 3, 4), np.array([0.5]))
        dx, dw, db = student.conv2d_backward(image(1, 2, 3, 4), cache)
        assert_close(dx, image(1, 4, 4, 6, 20, 16, 9, 24, 16), "dx")
        assert_close(dw, image(27, 37, 57, 67), "dw")
        assert_close(db, np.array([10.0]), "db")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging the inputs of your forward changes its output as your gradients say, with stride 2 and padding 1 too."""
        inputs = {"x": rng.normal(size=(2, 3, 5, 4)), "w": rng.normal(size=(2, 3, 3, 2)), "b": rng.normal(size=2)}
        for options in ({}, {"stride": 2, "pad": 1}):
            gradcheck(student.conv2d_forward, student.conv2d_backward, inputs, kwargs=options, rng=rng)
