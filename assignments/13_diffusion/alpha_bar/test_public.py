import numpy as np

from autograder.suite import assert_close


def test_three_steps(student):
    """Three steps worked out by hand."""
    alpha, alpha_bar, alpha_bar_prev = student.alpha_bar_from_beta(np.array([0.5, 0.2, 0.75]))
    assert_close(alpha, np.array([0.5, 0.8, 0.25]), "alpha")
    assert_close(alpha_bar, np.array([0.5, 0.4, 0.1]), "alpha_bar")
    assert_close(alpha_bar_prev, np.array([1.0, 0.5, 0.4]), "alpha_bar_prev")
