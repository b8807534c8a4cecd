import numpy as np

from autograder.suite import assert_close


def test_one_observation(student):
    """y = 1 under mean 0 and variance 4 costs 1.737086."""
    loss = student.gaussian_nll(np.array([[1.0]]), np.array([[0.0]]), np.array([[4.0]]))
    assert_close(loss, 1.737086, "the loss", atol=1e-6)


def test_gaussian_fit(student):
    """The numbers 1, 2 and 6 have mean 3 and variance 14/3."""
    mean, var = student.closed_form_mle(np.array([[1.0], [2.0], [6.0]]), "gaussian")
    assert_close(mean, np.array([3.0]), "the mean")
    assert_close(var, np.array([14 / 3]), "the variance")


def test_counting(student):
    """Labels 0, 2, 2, 2 of 4 classes: a quarter and three quarters."""
    found = student.closed_form_mle(np.array([0, 2, 2, 2]), "categorical", 4)
    assert_close(found, np.array([0.25, 0.0, 0.75, 0.0]), "the probabilities")
