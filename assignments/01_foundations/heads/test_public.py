import numpy as np

from autograder.suite import assert_close

P = np.array([[0.2, 0.5, 0.3], [0.6, 0.3, 0.1]])


def test_regression_head(student):
    """Four raw columns are two means and two logarithms of variances."""
    mu, var = student.output_head(np.array([[1.0, 2.0, 0.0, np.log(4.0)]]), "regression")
    assert_close(mu, np.array([[1.0, 2.0]]), "mu")
    assert_close(var, np.array([[1.0, 4.0]]), "var")


def test_multilabel_head(student):
    """Independent labels: raw zeros are a half each."""
    assert_close(student.output_head(np.zeros((2, 3)), "multilabel"), np.full((2, 3), 0.5), "the probabilities")


def test_mode_of_classes(student):
    """The most probable class, as a one-hot row."""
    found = student.predict_from_params(P, "multiclass", "mode")
    assert_close(found, np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]), "the prediction")


def test_a_drawn_class(student):
    """The cumulative sums of (0.2, 0.5, 0.3) are 0.2, 0.7, 1: u = 0.6 draws class 1. Those of (0.6, 0.3, 0.1) draw class 2
    for u = 0.95."""
    found = student.predict_from_params(P, "multiclass", "sample", np.array([0.6, 0.95]))
    assert_close(found, np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]), "the prediction")


def test_regression_sample(student):
    """mu = 1, var = 4, u = 0.5: one plus half of two."""
    found = student.predict_from_params((np.array([[1.0]]), np.array([[4.0]])), "regression", "sample", np.array([[0.5]]))
    assert_close(found, np.array([[2.0]]), "the prediction")
