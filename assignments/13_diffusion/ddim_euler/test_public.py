import numpy as np

from autograder.suite import assert_close


def test_known_value(student):
    """Data 5 with noise 2, at level 3, go to level 1."""
    xbar, eps = np.array([[5.0 + 3.0 * 2.0]]), np.array([[2.0]])
    assert_close(student.ddim_euler_step(xbar, 3.0, 1.0, eps), np.array([[7.0]]), "xbar at the new level")
