import numpy as np

from autograder.suite import assert_close


def test_known_values(student):
    """From 1 to 3 is a way of 2: with w = 1 it is gone once more."""
    cond, uncond = np.array([[3.0, 0.0]]), np.array([[1.0, 0.0]])
    assert_close(student.cfg_combine(cond, uncond, 1.0), np.array([[5.0, 0.0]]), "eps")
