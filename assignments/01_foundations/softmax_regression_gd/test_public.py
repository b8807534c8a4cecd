import numpy as np

from autograder.suite import assert_close, assert_shape


def test_one_step(student):
    """One sample x = 3 of class 1 of two, from zeros: both probabilities are 1/2."""
    W, b, losses = student.softmax_regression_gd(np.array([[3.0]]), np.array([1]), np.zeros((1, 2)), np.zeros(2), 0.1, 1)
    assert_close(W, np.array([[-0.15, 0.15]]), "W")
    assert_close(b, np.array([-0.05, 0.05]), "b")
    assert_close(losses, np.array([np.log(2)]), "the losses")


def test_shapes(student, rng):
    """Four features, three classes, six steps."""
    X, labels = rng.normal(size=(9, 4)), np.arange(9) % 3
    W, b, losses = student.softmax_regression_gd(X, labels, np.zeros((4, 3)), np.zeros(3), 0.1, 6)
    assert_shape(W, (4, 3), "W")
    assert_shape(b, (3,), "b")
    assert_shape(losses, (6,), "the losses")
