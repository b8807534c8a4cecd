from itertools import pairwise

import numpy as np
import pytest

from autograder.suite import assert_close, assert_shape, assert_true, points

PHI = {
    "sigmoid": (lambda z: 1 / (1 + np.exp(-z)), lambda z: 1 / (2 + 2 * np.cosh(z))),
    "tanh": (np.tanh, lambda z: 1 - np.tanh(z) ** 2),
    "relu": (lambda z: np.maximum(z, 0.0), lambda z: (z > 0) * 1.0),
}


def draw(rng, widths=(5, 7, 4, 6, 3)):
    return [rng.normal(size=(a, b)) / np.sqrt(a) for a, b in pairwise(widths)]


def jacobian_norms(weights, kind, h):
    """Spectral norms of dh_L / dh_l for l = 0, ..., L at one input, outputs as rows."""
    phi, dphi = PHI[kind]
    layers = []
    for weight in weights:
        z = h @ weight
        layers.append(dphi(z)[:, None] * weight.T)
        h = phi(z)
    norms, product = [1.0], np.eye(len(h))
    for layer in reversed(layers):
        product = product @ layer
        norms.insert(0, np.linalg.norm(product, 2))
    return np.array(norms)


@points(3)
@pytest.mark.parametrize("kind", ["sigmoid", "tanh", "relu"])
def test_bounds(student, reference, rng, kind):
    """The bounds of a deep net are right, with layers of different widths and of the same."""
    for widths in ((5, 7, 4, 6, 3), (4, 4, 4)):
        weights = draw(rng, widths)
        assert_close(student.gradient_bound(weights, kind), reference.gradient_bound(weights, kind), "bounds")


@pytest.mark.parametrize("kind", ["sigmoid", "tanh", "relu"])
def test_no_jacobian_is_larger(student, rng, kind):
    """Measured Jacobians stay below the bounds, and at the kindest input a single layer comes up to them."""
    weights = draw(rng)
    bounds = student.gradient_bound(weights, kind)
    assert_shape(bounds, (5,), "bounds")
    for _ in range(5):
        norms = jacobian_norms(weights, kind, rng.normal(size=5))
        assert_true(bool((norms <= np.asarray(bounds) * (1 + 1e-9)).all()), "a Jacobian is larger than its bound")
    one = [np.abs(weights[0])]
    # All slopes are at their greatest: at z = 0 for sigmoid and tanh, where everything is positive for relu.
    reached = jacobian_norms(one, kind, np.ones(5) * (kind == "relu"))
    assert_close(student.gradient_bound(one, kind), reached, "bounds of one layer")


def test_geometric_decay(student, rng):
    """If every layer shrinks by the same factor, so does the bound from layer to layer, down to the input."""
    layers, size = 20, 0.5
    turns = [np.linalg.qr(rng.normal(size=(4, 4)))[0] for _ in range(layers)]
    bounds = student.gradient_bound([size * turn for turn in turns], "tanh")
    assert_close(bounds, size ** np.arange(layers, -1.0, -1.0), "bounds, layer by layer")


def test_sigmoid_needs_weights_above_four(student, rng):
    """With sigmoids the bound grows only if the weights stretch by more than 4."""
    turns = [np.linalg.qr(rng.normal(size=(3, 3)))[0] for _ in range(10)]
    first = [float(np.asarray(student.gradient_bound([s * t for t in turns], "sigmoid"))[0]) for s in (1, 4, 8)]
    assert_close(first, [9.5367431640625e-07, 1.0, 1024.0], "bounds at the input for norms of 1, 4 and 8", rtol=1e-6)
    # Their sizes differ so much that the smallest needs a look of its own.
    assert_close(first[0], 0.25**10, "bound at the input for norms of 1", atol=1e-15)


def test_nothing_after_the_last_layer(student):
    """Without layers nothing is lost: the one bound is 1."""
    assert_close(student.gradient_bound([], "relu"), np.array([1.0]), "bounds of no layers")
