import numpy as np

from autograder.suite import assert_close

TRAIN = np.array([[0.0, 10.0], [4.0, 30.0]])
TEST = np.array([[6.0, 20.0]])


def test_zscore(student):
    """Training columns get mean 0 and standard deviation 1; the test row is measured with the same numbers."""
    train, (test,) = student.normalize_splits(TRAIN, [TEST])
    assert_close(train, np.array([[-1.0, -1.0], [1.0, 1.0]]), "the training rows")
    assert_close(test, np.array([[2.0, 0.0]]), "the test row")


def test_minmax(student):
    """Training columns go from 0 to 1; a test row may lie outside."""
    train, (test,) = student.normalize_splits(TRAIN, [TEST], "minmax")
    assert_close(train, np.array([[0.0, 0.0], [1.0, 1.0]]), "the training rows")
    assert_close(test, np.array([[1.5, 0.5]]), "the test row")
