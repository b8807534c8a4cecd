import numpy as np

from autograder.suite import assert_close, assert_shape


def test_diagonal_weights(student):
    """Two ReLU layers that stretch by at most 3 and by at most 2."""
    bounds = student.gradient_bound([np.diag([3.0, 1.0]), np.diag([0.5, -2.0])], "relu")
    assert_close(bounds, np.array([6.0, 2.0, 1.0]), "bounds")


def test_shape(student, rng):
    """There is one bound more than there are layers."""
    weights = [rng.normal(size=(4, 3)), rng.normal(size=(3, 5)), rng.normal(size=(5, 2))]
    assert_shape(student.gradient_bound(weights, "tanh"), (4,), "bounds")
