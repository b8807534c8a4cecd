import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal


def test_planted_samples(student):
    """Two samples at the first centre, one near the second, one lost: with min_frac = 1/2 one mode is covered."""
    centres = np.array([[0.0, 0.0], [4.0, 0.0]])
    samples = np.array([[0.1, 0.0], [0.0, -0.1], [4.0, 0.2], [2.0, 5.0]])
    n_modes, hq_frac, counts = student.mode_coverage(samples, centres, 0.5, 0.5)
    assert_equal(int(n_modes), 1, "n_modes")
    assert_close(float(hq_frac), 0.75, "hq_frac")
    assert_equal([int(c) for c in counts], [2, 1], "counts")


def test_negative_radius(student):
    """A negative radius raises ValueError."""
    with pytest.raises(ValueError):
        student.mode_coverage(np.zeros((2, 2)), np.zeros((1, 2)), -1.0, 0.5)
