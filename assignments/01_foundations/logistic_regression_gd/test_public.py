import numpy as np

from autograder.suite import assert_close, assert_true


def test_one_step(student):
    """One sample x = 2 of class 1, from zeros: p = 1/2, so w moves by 0.1 * 0.5 * 2 and b by 0.1 * 0.5; the loss is ln 2."""
    w, b, losses = student.logistic_regression_gd(np.array([[2.0]]), np.array([1.0]), np.zeros(1), 0.0, 0.1, 1)
    assert_close(w, np.array([0.1]), "w")
    assert_close(b, 0.05, "b")
    assert_close(losses, np.array([np.log(2)]), "the losses")


def test_two_groups(student):
    """Numbers below 3 are of class 0, numbers above of class 1: the border is found."""
    X, y = np.array([[1.0], [2.0], [4.0], [5.0]]), np.array([0.0, 0.0, 1.0, 1.0])
    w, b, _ = student.logistic_regression_gd(X, y, np.zeros(1), 0.0, 0.3, 2000)
    assert_true(np.all((X @ w + b >= 0) == (y == 1)), "a sample is on the wrong side")
