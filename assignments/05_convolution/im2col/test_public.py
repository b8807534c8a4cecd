import numpy as np

from autograder.suite import assert_close, assert_shape, exercise


@exercise("im2col")
class TestIm2col:
    def test_known_windows(self, student):
        """The image 0, ..., 8 has four windows of 2 x 2: 0 1 3 4, then 1 2 4 5, 3 4 6 7 and 4 5 7 8."""
        x = np.arange(9.0).reshape(1, 1, 3, 3)
        expected = np.array([[0, 1, 3, 4], [1, 2, 4, 5], [3, 4, 6, 7], [4, 5, 7, 8]], dtype=float)
        assert_close(student.im2col(x, 2, 2, 1, 0), expected, "the windows")

    def test_shape(self, student, rng):
        """Two images of 3 channels and 5 x 6 pixels, windows of 3 x 2, stride 2, padding 1: 24 windows of 18 entries."""
        assert_shape(student.im2col(rng.normal(size=(2, 3, 5, 6)), 3, 2, 2, 1), (24, 18), "the windows")


@exercise("col2im")
class TestCol2im:
    def test_ones_count_the_windows(self, student):
        """With windows of 2 x 2 full of ones, a pixel of a 3 x 3 image gets the number of windows over it: 1, 2 or 4."""
        expected = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]], dtype=float).reshape(1, 1, 3, 3)
        assert_close(student.col2im(np.ones((4, 4)), (1, 1, 3, 3), 2, 2, 1, 0), expected, "the sums")

    def test_shape(self, student, rng):
        """24 windows of 18 entries go back to two images of 3 channels and 5 x 6 pixels."""
        out = student.col2im(rng.normal(size=(24, 18)), (2, 3, 5, 6), 3, 2, 2, 1)
        assert_shape(out, (2, 3, 5, 6), "the images")
