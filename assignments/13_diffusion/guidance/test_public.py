import numpy as np

from autograder.suite import assert_close


def test_known_score(student):
    """Noise 1 at a step that leaves 0.64 of the variance, and noise 2 at one that leaves 0.36."""
    got = student.eps_to_score(np.array([[1.0], [2.0]]), np.array([0, 1]), np.array([0.64, 0.36]))
    assert_close(got, np.array([[-1 / 0.6], [-2.5]]), "the score")


def test_known_values(student):
    """From 1 to 3 is a way of 2: with w = 1 it is gone once more."""
    cond, uncond = np.array([[3.0, 0.0]]), np.array([[1.0, 0.0]])
    assert_close(student.cfg_combine(cond, uncond, 1.0), np.array([[5.0, 0.0]]), "eps")
