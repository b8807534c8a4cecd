import numpy as np
import pytest

from autograder.suite import assert_close


def test_one_picture_of_each_class(student):
    """Pictures that are certain, one of each of 4 classes, score 4."""
    assert_close(student.inception_score(np.eye(4)), 4.0, "the score")


def test_always_the_same(student):
    """Pictures about which the classifier says the same score 1."""
    assert_close(student.inception_score(np.tile([0.7, 0.2, 0.1], (5, 1))), 1.0, "the score")


def test_no_pictures(student):
    """Without pictures there is no score: ValueError."""
    with pytest.raises(ValueError):
        student.inception_score(np.zeros((0, 3)))
