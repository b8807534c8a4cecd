from itertools import pairwise

import numpy as np
import pytest

from autograder.suite import assert_between, assert_close, assert_true, points, signed


def net(rng, sizes, gain2=2.0):
    return [rng.normal(size=(a, b)) * np.sqrt(gain2 / a) for a, b in pairwise(sizes)]


@points(2)
def test_matches_the_definition(student, reference, rng):
    """Second moments forward and back, for each activation."""
    sizes = [5, 7, 4, 6, 3]
    for act in ("relu", "tanh", "linear"):
        weights, X, dout = net(rng, sizes), signed(rng, (8, 5)), signed(rng, (8, 3))
        got, wanted = (side.init_variance_profile(weights, X, act, dout) for side in (student, reference))
        assert_close(got[0], wanted[0], "fwd")
        assert_close(got[1], wanted[1], "bwd")


@points(2)
def test_equal_widths(student, reference, rng):
    """The same where all layers are equally wide, with as many examples as units."""
    weights, X, dout = net(rng, [4] * 4), signed(rng, (4, 4)), signed(rng, (4, 4))
    for act in ("relu", "tanh"):
        got, wanted = (side.init_variance_profile(weights, X, act, dout) for side in (student, reference))
        assert_close(got[0], wanted[0], "fwd")
        assert_close(got[1], wanted[1], "bwd")


def test_a_single_layer(student, rng):
    """With one layer, fwd is the mean square of X W, and bwd that of dout."""
    W, X, dout = signed(rng, (3, 2)), signed(rng, (5, 3)), signed(rng, (5, 2))
    fwd, bwd = student.init_variance_profile([W], X, "tanh", dout)
    assert_close(fwd, np.array([np.mean((X @ W) ** 2)]), "fwd")
    assert_close(bwd, np.array([np.mean(dout**2)]), "bwd")


def test_positive_signals(student, rng):
    """Where everything is positive ReLU changes nothing, and the mean is far from 0."""
    weights = [rng.uniform(0.1, 0.5, size=(4, 4)) for _ in range(3)]
    X, dout = rng.uniform(1, 2, size=(6, 4)), rng.uniform(1, 2, size=(6, 4))
    fwd, bwd = student.init_variance_profile(weights, X, "relu", dout)
    zs = [X @ weights[0], X @ weights[0] @ weights[1], X @ weights[0] @ weights[1] @ weights[2]]
    deltas = [dout @ weights[2].T @ weights[1].T, dout @ weights[2].T, dout]
    assert_close(fwd, np.array([np.mean(z**2) for z in zs]), "fwd")
    assert_close(bwd, np.array([np.mean(d**2) for d in deltas]), "bwd")


def test_twenty_layers(student, rng):
    """He's weights keep a signal through 20 layers with ReLU, small weights lose it, large ones saturate tanh."""
    X, dout = rng.normal(size=(100, 100)), rng.normal(size=(100, 100))
    he = [rng.normal(size=(100, 100)) * np.sqrt(2 / 100) for _ in range(20)]
    fwd, bwd = student.init_variance_profile(he, X, "relu", dout)
    assert_between(fwd, 0.005, 250.0, "fwd with He's weights")
    assert_between(bwd[:-1], 0.0025, 250.0, "bwd with He's weights")
    fwd, _ = student.init_variance_profile([0.01 * W / np.sqrt(0.02) for W in he], X, "relu", dout)
    assert_true(bool(fwd[-1] < 1e-20), "a signal survives 20 layers of small weights")
    _, bwd = student.init_variance_profile([5 * W for W in he], X, "tanh", dout)
    assert_true(bool(np.all(bwd > 0)), "a gradient is exactly 0 behind saturated units")


def test_a_dead_unit_passes_nothing_back(student):
    """Where ReLU is 0 or just at 0, no gradient goes through."""
    weights, X = [np.eye(3), np.ones((3, 1))], np.array([[1.0, 0.0, -1.0]])
    _, bwd = student.init_variance_profile(weights, X, "relu", np.array([[3.0]]))
    assert_close(bwd, np.array([3.0, 9.0]), "bwd")


def test_other_activations_are_refused(student, rng):
    """An activation of another name raises a ValueError."""
    with pytest.raises(ValueError):
        student.init_variance_profile(net(rng, [3, 3, 2]), np.ones((2, 3)), "swish", np.ones((2, 2)))
