import numpy as np

from autograder.suite import assert_close, assert_shape


def test_a_small_table(student):
    """With R = 1 and the table (10, 20, 30), earlier keys get 30, the own place 20, later ones 10."""
    bias = student.relative_position_bias(3, 3, np.array([[10.0, 20.0, 30.0]]))
    assert_close(bias, np.array([[[20.0, 10.0, 10.0], [30.0, 20.0, 10.0], [30.0, 30.0, 20.0]]]), "the biases")


def test_shape(student, rng):
    """Two heads, 4 queries and 6 keys: (2, 4, 6)."""
    assert_shape(student.relative_position_bias(4, 6, rng.normal(size=(2, 5))), (2, 4, 6), "the biases")
