import numpy as np

from autograder.suite import assert_close, assert_shape


def test_known_row(student):
    """Of the scores 0, log 3 and 7, the last is forbidden: the others get 1/4 and 3/4."""
    weights = student.masked_softmax(np.array([0.0, np.log(3), 7.0]), np.array([True, True, False]))
    assert_close(weights, np.array([0.25, 0.75, 0.0]), "weights")


def test_shape(student, rng):
    """The weights have the shape of the scores, also where the mask is shared by all rows."""
    weights = student.masked_softmax(rng.normal(size=(2, 4, 3)), np.array([True, False, True]))
    assert_shape(weights, (2, 4, 3), "weights")


def test_nothing_allowed(student):
    """A row in which nothing is allowed gets 0 everywhere."""
    mask = np.array([[True, True], [False, False]])
    weights = student.masked_softmax(np.zeros((2, 2)), mask)
    assert_close(weights, np.array([[0.5, 0.5], [0.0, 0.0]]), "weights")
