import numpy as np

from autograder.suite import assert_close, assert_shape


def test_known_values(student):
    """Where x is what it is on average, no noise is expected; above it, some is."""
    alpha_bar = np.array([0.64, 0.36])
    out = student.gaussian_oracle_eps(np.array([[1.2], [2.2]]), np.array([1, 1]), alpha_bar, 2.0, 1.0)
    assert_close(out, np.array([[0.0], [0.8]]), "eps")


def test_shape(student):
    """One expected noise for every entry of every sample."""
    out = student.gaussian_oracle_eps(np.ones((3, 2, 4)), np.array([0, 1, 0]), np.array([0.9, 0.5]), 0.5, 0.3)
    assert_shape(out, (3, 2, 4), "eps")
