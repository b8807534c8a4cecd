import numpy as np

from autograder.suite import assert_close, assert_shape


def test_known_values(student):
    """(1, 2, 3) and (0, 1, 0.5) make (0, 1, 2.5, 4, 1.5)."""
    s = student.signal_convolve(np.array([1.0, 2.0, 3.0]), np.array([0.0, 1.0, 0.5]))
    assert_close(s, np.array([0.0, 1.0, 2.5, 4.0, 1.5]), "the convolution")


def test_correlation(student):
    """The correlation of 0 1 2 4 8 4 2 1 0 with (1, 0, -1), where it fits, is -2 -3 -6 0 6 3 2."""
    x, w = np.array([0.0, 1, 2, 4, 8, 4, 2, 1, 0]), np.array([1.0, 0, -1])
    s = student.signal_convolve(x, w, mode="valid", flip=False)
    assert_close(s, np.array([-2.0, -3, -6, 0, 6, 3, 2]), "the correlation")


def test_lengths(student, rng):
    """Seven samples and three taps make 9, 5 or 7 values."""
    for mode, length in (("full", 9), ("valid", 5), ("same", 7)):
        assert_shape(student.signal_convolve(rng.normal(size=7), rng.normal(size=3), mode), (length,), "the result")
