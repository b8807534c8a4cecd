import numpy as np
import pytest

from autograder.suite import assert_close

TARGET = np.array([[1.0, 2.0], [3.0, 4.0]])


def test_known_values(student):
    """Predicting 0 for [[1, 2], [3, 4]]: squares 1 + 4 and 9 + 16, so the mean over the two samples is 15; absolute values
    give 5."""
    assert_close(student.regression_loss(np.zeros((2, 2)), TARGET), 15.0, "the mean squared error")
    assert_close(student.regression_loss(np.zeros((2, 2)), TARGET, "mae"), 5.0, "the mean absolute error")


def test_shapes_must_agree(student):
    """Shapes (3, 1) and (3,) raise ValueError."""
    with pytest.raises(ValueError):
        student.regression_loss(np.ones((3, 1)), np.ones(3))
