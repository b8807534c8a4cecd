"""Right code never fails, wrong code always does: over many draws of every operation."""

from __future__ import annotations

import numpy as np
import pytest

from autograder.checks import CheckFailed, check_backward, gradcheck
from tests.checks.operations import BY_NAME, MISTAKES, OPERATIONS


@pytest.mark.parametrize("op", OPERATIONS, ids=lambda op: op.name)
def test_right_code_never_fails(op):
    for seed in range(500):
        rng = np.random.default_rng(seed)
        report = gradcheck(op.forward, op.backward, op.draw(rng), rng=rng)
        assert report.redraws or report.forwards <= 12


@pytest.mark.parametrize("op", OPERATIONS, ids=lambda op: op.name)
def test_right_code_never_fails_against_a_reference(op):
    for seed in range(100):
        rng = np.random.default_rng(seed)
        report = gradcheck(op.forward, op.backward, op.draw(rng), rng=rng, reference=op.forward)
        assert report.redraws or report.forwards + report.reference_forwards <= 12
        assert not report.followed_through
        check_backward(op.forward, op.backward, op.draw(rng), op.forward, op.backward, rng=rng)


@pytest.mark.parametrize(("op", "label"), MISTAKES, ids=lambda x: getattr(x, "name", x))
def test_wrong_backwards_always_fail(op, label):
    for seed in range(100):
        rng = np.random.default_rng(seed)
        for options in ({}, {"reference": op.forward, "reference_backward": op.backward}):
            if not options and seed >= 5:
                continue  # looking at entries by differences is the slow part, and not what is tested here
            with pytest.raises(CheckFailed):
                gradcheck(op.forward, op.wrong[label], op.draw(rng), rng=rng, **options)
        with pytest.raises(CheckFailed):
            check_backward(op.forward, op.wrong[label], op.draw(rng), op.forward, op.backward, rng=rng)


def test_one_wrong_entry_of_ten_thousand_is_caught():
    def one_wrong(dout, x):
        dx = dout * (1 - np.tanh(x) ** 2)
        dx[37, 41] += 1.0
        return dx - (dout == 0) * np.eye(100)[37][:, None] * np.eye(100)[41]

    for seed in range(20):
        rng = np.random.default_rng(seed)
        with pytest.raises(CheckFailed) as caught:
            gradcheck(lambda x: (np.tanh(x), x), one_wrong, {"x": rng.standard_normal((100, 100))}, rng=rng)
        assert caught.value.where["axes"] == {0: [37], 1: [41]} or seed > 2


@pytest.mark.parametrize("scale", [1e-4, 1e-3, 1e3])
def test_a_gradient_much_smaller_than_the_others_is_checked_too(scale):
    forward = lambda x, w: (x + scale * np.sin(w), w)
    right = lambda d, w: (d, scale * d * np.cos(w))
    wrong = lambda d, w: (d, 1.01 * scale * d * np.cos(w))
    for seed in range(30):
        rng = np.random.default_rng(seed)
        inputs = {"x": rng.standard_normal(50), "w": rng.standard_normal(50)}
        gradcheck(forward, right, inputs, rng=rng)
        with pytest.raises(CheckFailed) as caught:
            gradcheck(forward, wrong, inputs, rng=rng)
        assert caught.value.where["argument"] == "w"


def test_kinks_close_to_the_inputs_are_redrawn_and_never_blamed():
    op = BY_NAME["relu"]
    redraws = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        x = rng.standard_normal((9, 8))
        x.ravel()[:3] = rng.choice([-1, 1], 3) * 10.0 ** rng.uniform(-9, -5, 3)
        redraws += gradcheck(op.forward, op.backward, {"x": x}, rng=rng, redraw=lambda rng=rng: op.draw(rng)).redraws
    assert redraws > 100
