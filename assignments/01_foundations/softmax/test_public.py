import numpy as np

from autograder.suite import assert_close, assert_shape


def test_known_values(student):
    """The softmax of (1, 2, 3) is (0.090031, 0.244728, 0.665241)."""
    assert_close(student.softmax(np.array([1.0, 2.0, 3.0])), np.array([0.090031, 0.244728, 0.665241]), "p", atol=1e-6)


def test_rows_sum_to_one(student, rng):
    """Each row of a table sums to 1."""
    p = student.softmax(rng.normal(size=(4, 3)))
    assert_shape(p, (4, 3), "p")
    assert_close(np.sum(p, axis=1), np.ones(4), "the sums of the rows")


def test_a_low_temperature_sharpens(student):
    """(3, 0, 1) at temperature 0.5."""
    p = student.softmax(np.array([3.0, 0.0, 1.0]), temperature=0.5)
    assert_close(p, np.array([0.979629, 0.002428, 0.017943]), "p", atol=1e-6)
