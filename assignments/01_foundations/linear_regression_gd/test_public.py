import numpy as np

from autograder.suite import assert_close, assert_shape, assert_true


def test_one_step(student):
    """One sample x = 2, y = 1, from zeros: the rest is -1, so w moves by 0.1 * 4 and b by 0.1 * 2."""
    w, b, losses = student.linear_regression_gd(np.array([[2.0]]), np.array([1.0]), np.zeros(1), 0.0, 0.1, 1)
    assert_close(w, np.array([0.4]), "w")
    assert_close(b, 0.2, "b")
    assert_close(losses, np.array([1.0]), "the losses")


def test_the_loss_falls(student, rng):
    """With a small learning rate the loss falls from step to step."""
    X, y = rng.normal(size=(20, 3)), rng.normal(size=20)
    losses = student.linear_regression_gd(X, y, np.zeros(3), 0.0, 0.01, 15)[2]
    assert_shape(losses, (15,), "the losses")
    assert_true(np.all(np.diff(losses) < 0), "the loss does not fall")
