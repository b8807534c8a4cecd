import numpy as np

from autograder.suite import assert_close, assert_shape


def test_a_line(student):
    """Points on the line 2 x + 1, in two chunks."""
    chunks = [(np.array([[0.0], [1.0]]), np.array([[1.0], [3.0]])), (np.array([[5.0]]), np.array([[11.0]]))]
    W, b = student.linear_regression_fit(chunks)
    assert_close(W, np.array([[2.0]]), "W")
    assert_close(b, np.array([1.0]), "b")


def test_shapes(student, rng):
    """Three inputs and two outputs: W has shape (3, 2), b has shape (2,)."""
    W, b = student.linear_regression_fit([(rng.normal(size=(9, 3)), rng.normal(size=(9, 2)))])
    assert_shape(W, (3, 2), "W")
    assert_shape(b, (2,), "b")
