import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape


def test_one_sample(student):
    """From zeros the guess is 1. The target 0 makes it a mistake: w becomes -x, b becomes -1, and then all is well."""
    w, b, n = student.perceptron_train(np.array([[2.0, 1.0]]), np.array([0.0]), np.zeros(2), 0.0, 1.0, 10)
    assert_close(w, np.array([-2.0, -1.0]), "w")
    assert_close(b, -1.0, "b")
    assert_equal(int(n), 1, "the number of updates")


def test_and(student):
    """A perceptron learns the logical AND."""
    X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    y = np.array([0.0, 0.0, 0.0, 1.0])
    w, b, _ = student.perceptron_train(X, y, np.zeros(2), 0.0, 1.0, 100)
    assert_shape(w, (2,), "w")
    assert_equal((X @ w + b >= 0).astype(int), y.astype(int), "the decisions")
