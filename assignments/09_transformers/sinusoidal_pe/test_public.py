import numpy as np

from autograder.suite import assert_close, assert_shape


def test_the_first_rows(student):
    """With 4 features, positions 0 and 1 have known values."""
    table = student.sinusoidal_pe(2, 4)
    assert_shape(table, (2, 4), "the table")
    right = np.array([[0.0, 1.0, 0.0, 1.0], [0.84147098480, 0.54030230587, 0.00999983333, 0.99995000042]])
    assert_close(table, right, "the table", rtol=1e-9)


def test_not_moving_at_all(student):
    """To move on by 0 is to stay: the matrix is the identity."""
    assert_close(student.pe_shift_matrix(0, 6), np.eye(6), "the matrix for k = 0")


def test_moving_on_by_one(student):
    """The matrix for k = 1 takes the row of position 4 to that of position 5."""
    table = student.sinusoidal_pe(6, 8)
    assert_close(student.pe_shift_matrix(1, 8) @ table[4], table[5], "the matrix times the row of position 4")
