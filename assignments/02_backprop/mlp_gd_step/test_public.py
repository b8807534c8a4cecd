import numpy as np

from autograder.suite import assert_close, assert_shape


def test_one_weight(student):
    """One linear unit: x = 2, w = 3, b = 1, t = 5 gives the error 2; a step of 0.1 takes 0.4 off w and 0.2 off b."""
    ((w, b),) = student.mlp_gd_step([(np.array([[3.0]]), np.array([1.0]))], np.array([[2.0]]), np.array([[5.0]]), 0.1)
    assert_close(w, np.array([[2.6]]), "W")
    assert_close(b, np.array([0.8]), "b")


def test_shapes(student, rng):
    """The new parameters have the shapes of the old ones."""
    params = [(rng.normal(size=(3, 4)), rng.normal(size=4)), (rng.normal(size=(4, 2)), rng.normal(size=2))]
    new = student.mlp_gd_step(params, rng.normal(size=(5, 3)), rng.normal(size=(5, 2)), 0.01)
    for (w, b), (old_w, old_b) in zip(new, params):
        assert_shape(w, old_w.shape, "W")
        assert_shape(b, old_b.shape, "b")


def test_loss_falls(student, rng):
    """A small step makes the error smaller."""
    params = [(rng.normal(size=(3, 4)), np.ones(4)), (rng.normal(size=(4, 2)), np.ones(2))]
    x, t = rng.normal(size=(5, 3)), rng.normal(size=(5, 2))

    def loss(params):
        (w1, b1), (w2, b2) = params
        return ((np.maximum(x @ w1 + b1, 0) @ w2 + b2 - t) ** 2).sum()

    assert loss(student.mlp_gd_step(params, x, t, 1e-3)) < loss(params), "the error has grown"
