from itertools import pairwise

import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_leaves_arguments_alone, assert_true, gradcheck, points


def draw(rng, widths=(4, 6, 5, 3), n=8):
    """Parameters, inputs and targets; in half of the rows or more every layer has a unit that is on: gradients reach W1."""
    while True:
        params = [(rng.normal(size=(a, b)) / np.sqrt(a), rng.normal(size=b) / 2) for a, b in pairwise(widths)]
        x, t = rng.normal(size=(n, widths[0])), rng.normal(size=(n, widths[-1])) * 2
        h, alive = x, np.ones(n, dtype=bool)
        for weight, bias in params[:-1]:
            h = np.maximum(h @ weight + bias, 0)
            alive &= (h > 0).any(axis=1)
        if alive.mean() >= 0.5:
            return params, x, t


def compare(got, expected, **tolerance):
    assert_equal(len(got), len(expected), "number of layers")
    for layer, ((w, b), (right_w, right_b)) in enumerate(zip(got, expected), start=1):
        assert_close(w, right_w, f"new W{layer}", axes=("unit below", "unit"), **tolerance)
        assert_close(b, right_b, f"new b{layer}", **tolerance)


@points(2)
@pytest.mark.parametrize("out_act", ["identity", "relu"])
def test_step_of_a_batch(student, reference, rng, out_act):
    """Weights and biases of all layers are right after a step on a batch."""
    for sizes in (((4, 6, 5, 3), 8), ((5, 5, 5), 5)):  # also where all lengths are equal
        given = *draw(rng, *sizes), 0.3, out_act
        compare(student.mlp_gd_step(*given), reference.mlp_gd_step(*given))


@points(2)
def test_the_step_is_the_slope_of_the_loss(student, rng):
    """Parameters move against the slope of the loss, and by lr times as much."""
    lr, (_, x, t) = 0.5, draw(rng, widths=(4, 6, 3))

    def loss(w1, b1, w2, b2):
        return 0.5 * ((np.maximum(x @ w1 + b1, 0) @ w2 + b2 - t) ** 2).sum() / len(x)

    def slopes(dout, w1, b1, w2, b2):
        new = student.mlp_gd_step([(w1, b1), (w2, b2)], x, t, lr)
        (v1, c1), (v2, c2) = new
        return [dout * (old - moved) / lr for old, moved in ((w1, v1), (b1, c1), (w2, v2), (b2, c2))]

    def fresh():
        return dict(zip(("W1", "b1", "W2", "b2"), (p for pair in draw(rng, widths=(4, 6, 3))[0] for p in pair)))

    gradcheck(loss, slopes, fresh(), cache=False, rng=rng, redraw=fresh)


def test_example_with_two_outputs(student):
    """A small net with ReLU on the output as well, worked out by hand."""
    params = [
        (np.array([[1.0, 0.5], [-0.5, 1.0]]), np.array([-0.5, -0.5])),
        (np.array([[0.5, -2.0], [-1.0, 0.5]]), np.array([1.0, 1.0])),
    ]
    new = student.mlp_gd_step(params, np.array([[1.0, 2.0]]), np.array([[2.0, 4.0]]), 0.01, "relu")
    compare(
        new,
        [
            (np.array([[1.0, 0.51], [-0.5, 1.02]]), np.array([-0.5, -0.49])),
            (np.array([[0.5, -2.0], [-1.0, 0.54]]), np.array([1.0, 1.02])),
        ],
    )


def test_example_with_three_hidden_units(student):
    """A small net with a linear output, worked out by hand with the half in the loss."""
    params = [
        (np.array([[0.1, 0.3, 0.5], [0.2, 0.4, 0.6]]), np.array([0.1, 0.2, 0.3])),
        (np.array([[0.7], [0.8], [0.9]]), np.array([0.1])),
    ]
    new = student.mlp_gd_step(params, np.array([[1.0, 2.0]]), np.array([[3.2]]), 0.1)
    compare(
        new,
        [
            (
                np.array([[0.0888, 0.2872, 0.4856], [0.1776, 0.3744, 0.5712]]),
                np.array([0.0888, 0.1872, 0.2856]),
            ),
            (np.array([[0.6904], [0.7792], [0.8680]]), np.array([0.0840])),
        ],
    )


def test_a_dead_unit_stays(student, rng):
    """A hidden unit that is off for every row keeps its weights, and so does one whose z is exactly 0."""
    weight = rng.uniform(1, 2, size=(2, 3))
    weight[:, 2] = [1.0, -1.0]
    params = [(weight, np.array([1.0, -50.0, 0.0])), (rng.uniform(1, 2, size=(3, 2)), np.ones(2))]
    x = np.array([[1.0, 1.0], [0.5, 0.5], [2.0, 2.0]])
    (w, b), _ = student.mlp_gd_step(params, x, rng.normal(size=(3, 2)) - 3, 0.1)
    w, b = np.asarray(w), np.asarray(b)
    assert_close(w[:, 1:], weight[:, 1:], "weights of units that are off", rtol=0, atol=0)
    assert_close(b[1:], params[0][1][1:], "biases of units that are off", rtol=0, atol=0)
    assert_true(not np.allclose(w[:, 0], weight[:, 0]), "weights of a unit that is on do not change")


def test_relu_output_on_the_kink(student):
    """With ReLU on the output, a pre-activation of exactly 0 gives no gradient, whatever the target."""
    weight = np.array([[1.0, 1.0], [-1.0, 1.0]])
    ((w, b),) = student.mlp_gd_step([(weight, np.zeros(2))], np.array([[1.0, 1.0]]), np.array([[5.0, 3.0]]), 0.5, "relu")
    assert_close(w, np.array([[1.0, 1.5], [-1.0, 1.5]]), "new W1")
    assert_close(b, np.array([0.0, 0.5]), "new b1")


def test_repeated_rows_change_nothing(student, rng):
    """The loss is a mean over the rows: a batch and the same batch twice give the same step."""
    params, x, t = draw(rng)
    once = student.mlp_gd_step(params, x, t, 0.2)
    twice = student.mlp_gd_step(params, np.concatenate([x, x]), np.concatenate([t, t]), 0.2)
    assert_true(float(np.abs(np.asarray(once[0][0]) - params[0][0]).max()) > 1e-9, "W1 does not change")
    compare(twice, once)


def test_learning_rate_zero_and_arguments(student, reference, rng):
    """With lr = 0 nothing moves, and the parameters passed in are left alone by any step."""
    params, x, t = draw(rng)
    compare(student.mlp_gd_step(params, x, t, 0.0), params)
    moved = assert_leaves_arguments_alone(student.mlp_gd_step, params, x, t, 0.4)
    compare(moved, reference.mlp_gd_step(params, x, t, 0.4))
