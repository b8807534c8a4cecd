import numpy as np

from autograder.suite import assert_close


def test_known_split(student):
    """Two fits that predict 1 and 3 where the truth is 0: squared bias 4, variance 1, and the noise on top."""
    parts = student.bias_variance_decomposition(np.array([[1.0], [3.0]]), np.array([0.0]), 0.5)
    assert_close(parts, (4.0, 1.0, 5.5), "(squared bias, variance, total)")


def test_three_numbers(student, rng):
    """Squared bias, variance and total are single numbers, and the total is the largest."""
    bias2, var, total = student.bias_variance_decomposition(rng.normal(size=(5, 3)), rng.normal(size=3), 0.1)
    assert_close(bias2 + var + 0.1, total, "squared bias + variance + noise")
