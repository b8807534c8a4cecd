import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck

X = np.array([[1, 3, 2, 0], [4, 4, 1, 5], [-1, -2, -8, -3], [-4, -6, -7, -9]], dtype=float).reshape(1, 1, 4, 4)


@exercise("maxpool2d_forward")
class TestForward:
    def test_known_values(self, student):
        """A 4 x 4 image pooled with k = 2: [[4, 5], [-1, -3]]."""
        out, _ = student.maxpool2d_forward(X, 2)
        assert_close(out, np.array([[4.0, 5.0], [-1.0, -3.0]]).reshape(1, 1, 2, 2), "out")

    def test_shape(self, student, rng):
        """Two images of 3 channels and 7 x 6 pixels, k = 3, stride 2, padding 1: (2, 3, 4, 3)."""
        out, _ = student.maxpool2d_forward(rng.normal(size=(2, 3, 7, 6)), 3, stride=2, pad=1)
        assert_shape(out, (2, 3, 4, 3), "out")


@exercise("maxpool2d_backward")
class TestBackward:
    def test_known_values(self, student):
        """The gradients 10, 20, 30 and 40 go to the pixels that won; of the two 4s, the first takes all."""
        _, cache = student.maxpool2d_forward(X, 2)
        dx = student.maxpool2d_backward(np.array([[10.0, 20.0], [30.0, 40.0]]).reshape(1, 1, 2, 2), cache)
        expected = np.zeros((1, 1, 4, 4))
        expected[0, 0, [1, 1, 2, 2], [0, 3, 0, 3]] = [10, 20, 30, 40]
        assert_close(dx, expected, "dx")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging the pixels changes the output of your forward as your gradient says."""
        x = rng.permutation(2 * 2 * 5 * 6).reshape(2, 2, 5, 6) / 7
        gradcheck(
            lambda x: student.maxpool2d_forward(x, 2),
            lambda dout, cache: (student.maxpool2d_backward(dout, cache),),
            {"x": x},
            rng=rng,
        )
