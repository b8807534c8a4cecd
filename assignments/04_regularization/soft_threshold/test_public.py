import numpy as np

from autograder.suite import assert_close, assert_shape


def test_known_values(student):
    """With tau = 1, the entries 3, 0.5 and -3 become 2, 0 and -2."""
    out = student.soft_threshold(np.array([3.0, 0.5, -3.0]), 1.0)
    assert_close(out, np.array([2.0, 0.0, -2.0]), "the result")


def test_shape(student, rng):
    """The result has the shape of theta."""
    assert_shape(student.soft_threshold(rng.normal(size=(2, 3)), 0.4), (2, 3), "the result")
