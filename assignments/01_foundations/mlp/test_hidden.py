from itertools import pairwise

import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_shape, definition, leaves_arguments, points, signed

WIDTHS = (4, 6, 3, 7, 5, 2)


def draw(rng, widths, n=8):
    params = [(rng.normal(size=(a, b)) / np.sqrt(a), signed(rng, b, 0.2, 1.0)) for a, b in pairwise(widths)]
    return rng.normal(size=(n, widths[0])), params


def compare(found, wanted):
    out, cache = found
    assert_close(out, wanted[0], "out")
    assert_equal(len(cache), len(wanted[1]), "number of entries in the cache")
    for layer, (mine, right) in enumerate(zip(cache, wanted[1], strict=True), start=1):
        for name, value, expected in zip(("h", "z"), mine, right, strict=True):
            assert_shape(value, expected.shape, f"{name} of layer {layer} in the cache")
            assert_close(value, expected, f"{name} of layer {layer} in the cache")


@leaves_arguments
@points(3)
@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_nets_match_the_definition(student, reference, rng, depth):
    """Output and cache are those of the definition, for nets of 1 to 5 layers."""
    X, params = draw(rng, WIDTHS[: depth + 1])
    for act, out_act in (("tanh", "identity"), ("relu", "sigmoid")):
        compare(student.mlp_forward(X, params, act, out_act), reference.mlp_forward(X, params, act, out_act))


@points(2)
@pytest.mark.parametrize("act", ["identity", "sigmoid", "tanh", "relu", "gelu"])
def test_every_activation(student, reference, rng, act):
    """Every activation works between the layers and behind the last one, also where all sizes are equal."""
    for widths, n in (((3, 5, 2), 7), ((4, 4, 4), 4)):
        X, params = draw(rng, widths, n)
        compare(student.mlp_forward(X, params, act), reference.mlp_forward(X, params, act))
        compare(student.mlp_forward(X, params, "tanh", act), reference.mlp_forward(X, params, "tanh", act))


@definition
def test_without_activations_the_layers_collapse(student, rng):
    """With the identity between them, three layers are one: X W1 W2 W3, and a bias."""
    X, params = draw(rng, (4, 6, 3, 5))
    (W1, b1), (W2, b2), (W3, b3) = params
    wanted = X @ (W1 @ W2 @ W3) + ((b1 @ W2 + b2) @ W3 + b3)
    assert_close(student.mlp_forward(X, params, "identity")[0], wanted, "out")


@definition
def test_the_last_layer_is_free(student, rng):
    """With the identity behind the last layer, the output may be negative: its last step is affine in the last hidden layer."""
    X, params = draw(rng, (4, 6, 3))
    (W1, b1), (W2, b2) = params
    hidden = np.maximum(X @ W1 + b1, 0)
    out = student.mlp_forward(X, params, "relu")[0]
    assert_close(out, hidden @ W2 + b2, "out")
    assert_close(student.mlp_forward(X, params[:1], "relu")[0], X @ W1 + b1, "out of a single layer")


def test_samples_do_not_see_each_other(student, reference, rng):
    """A batch gives what its rows give one by one."""
    X, params = draw(rng, (4, 5, 5, 3), n=5)
    out = student.mlp_forward(X, params, "sigmoid")[0]
    for i in (0, 4):
        assert_close(student.mlp_forward(X[i : i + 1], params, "sigmoid")[0], out[i : i + 1], "out of a row")
    assert_close(out, reference.mlp_forward(X, params, "sigmoid")[0], "out")


def test_unknown_activations_are_refused(student, rng):
    """Names of activations that the statement does not know raise ValueError, in either place."""
    X, params = draw(rng, (3, 4, 2))
    for names in (("swish", "identity"), ("relu", "softmax")):
        with pytest.raises(ValueError):
            student.mlp_forward(X, params, *names)


def test_a_net_without_layers_is_refused(student, rng):
    """An empty list of layers raises ValueError."""
    with pytest.raises(ValueError):
        student.mlp_forward(rng.normal(size=(3, 4)), [], "relu")


COUNTS = {
    (784, 256, 128, 10): 235146,
    (784, 1024, 10): 814090,
    (784, 256, 128, 64, 10): 242762,
    (784, 64, 64, 64, 64, 10): 63370,
    (784, 512, 512, 10): 669706,
    (784, 10, 10): 7960,
    (784, 100, 100, 10): 89610,
    (1024, 512, 256, 128, 10): 690314,
    (1024, 2048, 10): 2119690,
    (784, 512, 256, 10): 535818,
    (1, 3, 1): 10,
    (1, 5, 5, 5, 5, 1): 106,
}


@definition
@points(2)
def test_numbers_of_parameters(student):
    """Well-known nets have the numbers of parameters that were worked out by hand."""
    for widths, count in COUNTS.items():
        assert_equal(int(student.mlp_param_count(widths)), count, "the number of parameters")


def test_numbers_without_biases(student, reference, rng):
    """Without biases the weights alone are counted; with them, each unit behind the input has one more."""
    for length in (2, 3, 6):
        widths = tuple(int(w) for w in rng.integers(2, 40, size=length))
        for bias in (True, False):
            wanted = int(reference.mlp_param_count(widths, bias))
            assert_equal(int(student.mlp_param_count(widths, bias)), wanted, "the number of parameters")


def test_equal_hidden_layers(student, rng):
    """K hidden layers of width D have D0 D + D + (K - 1)(D^2 + D) + D DL + DL parameters."""
    first, d, last, k = (int(v) for v in rng.integers(3, 30, size=4))
    wanted = first * d + d + (k - 1) * (d * d + d) + d * last + last
    assert_equal(int(student.mlp_param_count((first, *[d] * k, last))), wanted, "the number of parameters")


def test_a_net_needs_two_ends(student):
    """Fewer than two widths, and layers without units, raise ValueError."""
    for widths in ((), (5,), (5, 0, 3), (5, 3, 0), (-1, 3)):
        with pytest.raises(ValueError):
            student.mlp_param_count(widths)
