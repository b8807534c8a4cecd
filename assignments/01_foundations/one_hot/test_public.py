import numpy as np
import pytest

from autograder.suite import assert_close


def test_known_values(student):
    """Labels 2 and 0 with 4 classes."""
    wanted = np.array([[0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0]])
    assert_close(student.one_hot(np.array([2, 0]), 4), wanted, "the rows")


def test_a_label_that_does_not_exist(student):
    """With 3 classes there is no class 3: ValueError."""
    with pytest.raises(ValueError):
        student.one_hot(np.array([0, 3]), 3)
