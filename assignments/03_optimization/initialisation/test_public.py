import numpy as np

from autograder.suite import Rng, assert_between, assert_close, assert_shape, exercise


@exercise("kaiming_init")
def test_shape_and_bounds(student):
    """For 100 inputs and 50 outputs, Xavier's uniform weights lie between -0.2 and 0.2, and nearly reach that."""
    W = student.xavier_init((100, 50), Rng("numpy", 0))
    assert_shape(W, (100, 50), "W")
    assert_between(W, -0.2, 0.2, "the weights")
    assert_between(np.abs(W).max(), 0.19, 0.2, "the greatest weight")


@exercise("kaiming_init")
def test_spread(student):
    """For 100 inputs and 50 outputs, Kaiming's normal weights have a standard deviation of about 0.1414."""
    W = student.kaiming_init((100, 50), Rng("numpy", 1))
    assert_between(W.std(), 0.133, 0.15, "the standard deviation")


@exercise("orthogonal_init")
def test_orthonormal_columns_or_rows(student):
    """Columns of a tall matrix, and rows of a wide one, are orthonormal."""
    tall, wide = student.orthogonal_init((5, 3), Rng("numpy", 0)), student.orthogonal_init((3, 5), Rng("numpy", 1))
    assert_close(tall.T @ tall, np.eye(3), "the products of the columns", atol=1e-8)
    assert_close(wide @ wide.T, np.eye(3), "the products of the rows", atol=1e-8)
