from itertools import pairwise

import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, exercise, gradcheck, points

PHI = {
    "tanh": (np.tanh, lambda z: 1 - np.tanh(z) ** 2),
    "sigmoid": (lambda z: 0.5 * (1 + np.tanh(z / 2)), lambda z: 0.25 * (1 - np.tanh(z / 2) ** 2)),
    "relu": (lambda z: np.maximum(z, 0.0), lambda z: (z > 0) * 1.0),
}
WIDTHS = (4, 6, 3, 7, 5, 2)


def run(x, params, act):
    """Our own forward pass: (out, cache)."""
    h, cache = x, []
    for weight, bias in params:
        z = h @ weight + bias
        cache.append((h, z))
        h = PHI[act][0](z)
    return z, cache


def draw(rng, depth, n=8, widths=WIDTHS):
    """Inputs, parameters and a cotangent. Biases push every pre-activation about, so that no unit is dead for all rows."""
    params = [(rng.normal(size=(a, b)) / np.sqrt(a), rng.normal(size=b) / 2) for a, b in pairwise(widths[: depth + 1])]
    return rng.normal(size=(n, widths[0])), params, rng.normal(size=(n, widths[depth]))


def flat_inputs(x, params):
    inputs = {"x": x}
    for layer, (weight, bias) in enumerate(params, start=1):
        inputs[f"W{layer}"], inputs[f"b{layer}"] = weight, bias
    return inputs


def compare(got, expected):
    dx, grads = got
    assert_close(dx, expected[0], "dx", axes=("row", "feature"))
    assert_equal(len(grads), len(expected[1]), "number of layers")
    for layer, (mine, right) in enumerate(zip(grads, expected[1]), start=1):
        assert_close(mine[0], right[0], f"dW{layer}", axes=("unit below", "unit"))
        assert_close(mine[1], right[1], f"db{layer}")


@exercise("hidden_delta")
class TestHiddenDelta:
    def parts(self, rng, n=6, h=5, m=3):
        return rng.normal(size=(n, m)), rng.normal(size=(h, m)), rng.normal(size=(n, h))

    @points(2)
    @pytest.mark.parametrize("act", ["tanh", "sigmoid"])
    def test_delta_is_the_gradient_of_the_pre_activation(self, student, rng, act):
        """Nudging z changes the next layer's pre-activation as delta says."""
        _, weight, z = self.parts(rng)
        phi, dphi = PHI[act]
        gradcheck(
            lambda z: phi(z) @ weight,
            lambda dout, z: student.hidden_delta(dout, weight, z, dphi),
            {"z": z},
            cache=False,
            names={"z": "delta"},
            rng=rng,
        )

    def test_as_many_units_in_both_layers(self, student, reference, rng):
        """Where both layers have the same width, nothing but the formula says which way round the weights go."""
        delta_next, weight, z = self.parts(rng, n=4, h=4, m=4)
        expected = reference.hidden_delta(delta_next, weight, z, np.cos)
        assert_close(student.hidden_delta(delta_next, weight, z, np.cos), expected, "delta", axes=("row", "unit"))

    def test_a_dead_unit_gets_no_delta(self, student, rng):
        """Where ReLU is switched off, delta is exactly 0, and where it is on, the signal passes unchanged."""
        delta_next, weight, z = self.parts(rng)
        delta = student.hidden_delta(delta_next, weight, z, PHI["relu"][1])
        assert_close(delta, np.where(z > 0, delta_next @ weight.T, 0.0), "delta behind ReLU")

    def test_two_layer_sigmoid_example(self, student):
        """A two-layer sigmoid net, worked out by hand."""
        delta = student.hidden_delta(
            np.array([[1.299477]]), np.array([[1.0], [-1.0]]), np.array([[-1.0, -2.0]]), PHI["sigmoid"][1]
        )
        assert_close(delta, np.array([[0.255493, -0.136437]]), "delta", atol=2e-6)


@exercise("mlp_backward")
class TestBackward:
    @points(2)
    @pytest.mark.parametrize("act", ["tanh", "relu", "sigmoid"])
    def test_every_gradient(self, student, reference, rng, act):
        """dx and the gradients of all weights and biases are right, for one layer up to five."""
        for depth in (1, 2, 3, 5):
            x, params, dout = draw(rng, depth)
            _, cache = run(x, params, act)
            got = student.mlp_backward(dout, cache, params, act)
            compare(got, reference.mlp_backward(dout, cache, params, act))

    @points(2)
    @pytest.mark.parametrize("act", ["tanh", "relu"])
    def test_gradients_by_differences(self, student, rng, act):
        """Nudging the input or any parameter changes the output as the gradients say."""

        def forward(x, *flat):
            params = list(zip(flat[::2], flat[1::2]))
            out, cache = run(x, params, act)
            return out, (cache, params)

        def backward(dout, kept):
            dx, grads = student.mlp_backward(dout, *kept, act)
            return [dx, *(g for pair in grads for g in pair)]

        def fresh():
            return flat_inputs(*draw(rng, 4)[:2])

        gradcheck(forward, backward, fresh(), rng=rng, redraw=fresh)

    def test_all_layers_of_the_same_width(self, student, reference, rng):
        """Where all widths are equal, each gradient still belongs to its own layer."""
        x, params, dout = draw(rng, 4, n=6, widths=(5,) * 5)
        _, cache = run(x, params, "tanh")
        compare(
            student.mlp_backward(dout, cache, params, "tanh"),
            reference.mlp_backward(dout, cache, params, "tanh"),
        )

    def test_a_batch_adds_up(self, student, rng):
        """Parameter gradients of a batch are the sums of those of its rows, and rows of dx do not mix."""
        x, params, dout = draw(rng, 3)
        whole_dx, whole = student.mlp_backward(dout, run(x, params, "tanh")[1], params, "tanh")
        parts = []
        for row in range(len(x)):
            one = slice(row, row + 1)
            parts.append(student.mlp_backward(dout[one], run(x[one], params, "tanh")[1], params, "tanh"))
        assert_shape(whole_dx, x.shape, "dx")
        assert_true(float(np.ptp(whole_dx)) > 1e-9, "dx does not vary")
        assert_close(np.concatenate([dx for dx, _ in parts]), whole_dx, "dx row by row")
        for layer in range(3):
            for i, name in enumerate(("dW", "db")):
                total = sum(np.asarray(grads[layer][i]) for _, grads in parts)
                assert_close(whole[layer][i], total, f"{name}{layer + 1} of the batch, against its rows' sum")

    def test_relu_on_the_kink(self, student, rng):
        """A pre-activation of exactly 0 lets nothing through ReLU."""
        x = np.array([[1.0, 1.0], [2.0, 1.0]])
        params = [
            (np.array([[1.0, 1.0, 2.0], [-1.0, 1.0, -4.0]]), np.zeros(3)),
            (rng.uniform(1, 2, size=(3, 2)), np.zeros(2)),
        ]
        dout = rng.uniform(1, 2, size=(2, 2))
        dx, grads = student.mlp_backward(dout, run(x, params, "relu")[1], params, "relu")
        delta = dout @ params[1][0].T * np.array([[0.0, 1.0, 0.0], [1.0, 1.0, 0.0]])
        assert_close(dx, delta @ params[0][0].T, "dx")
        assert_close(grads[0][1], delta.sum(axis=0), "db1")

    @pytest.mark.parametrize("act", ["tanh", "sigmoid"])
    def test_units_far_from_zero_let_nothing_through(self, student, reference, rng, act):
        """Pre-activations of 1000, of either sign, give finite gradients: those units are flat, the others are not."""
        x, params, dout = draw(rng, 2)
        signs = np.resize([1.0, -1.0, 0.0], params[0][1].shape)
        params[0] = (params[0][0], params[0][1] + 1000 * signs)
        _, cache = run(x, params, act)
        dx, grads = student.mlp_backward(dout, cache, params, act)
        compare((dx, grads), reference.mlp_backward(dout, cache, params, act))
        assert_close(np.asarray(grads[0][1])[signs != 0], np.zeros(4), "db1 of units at 1000 and at -1000", atol=1e-12)
