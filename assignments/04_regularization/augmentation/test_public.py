import numpy as np

from autograder.suite import assert_close, assert_shape


def test_a_known_image(student):
    """A 2 x 3 image, mirrored and moved down by one row."""
    x = np.array([[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]])
    out = student.random_flip_crop(x, np.array([True]), np.array([[0, 1]]), 1)
    assert_close(out, np.array([[[[0.0, 0.0, 0.0], [3.0, 2.0, 1.0]]]]), "out")


def test_shape(student, rng):
    """The images keep their shape."""
    flips, offsets = np.array([True, False, False, True]), np.array([[0, 1], [2, 2], [4, 3], [1, 0]])
    out = student.random_flip_crop(rng.normal(size=(4, 3, 5, 6)), flips, offsets, 2)
    assert_shape(out, (4, 3, 5, 6), "out")
