"""A forward and its backward, asked for by their common name."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from autograder.checks import CheckFailed, check_pair, gradcheck_pair

CHECKS = pytest.mark.parametrize("check", [check_pair, gradcheck_pair])


def cell_forward(x, w):
    """Two halves of w: a gain and a shift."""
    gain, shift = np.split(w, 2)
    return x * gain + shift, x


def cell_backward(dout, x, wrong_shift=1.0):
    return dout * 0 + dout * WEIGHTS[:2], np.concatenate([(dout * x).sum(0), wrong_shift * dout.sum(0)])


WEIGHTS = np.array([1.5, -0.5, 0.3, 2.0])
REFERENCE = SimpleNamespace(cell_forward=cell_forward, cell_backward=cell_backward)


def inputs(rng):
    return {"x": rng.normal(size=(5, 2)), "w": WEIGHTS}


@CHECKS
def test_a_right_pair_passes(check):
    rng = np.random.default_rng(0)
    check(REFERENCE, REFERENCE, "cell", inputs(rng), rng=rng)


@CHECKS
def test_wrong_blocks_are_named(check):
    rng = np.random.default_rng(1)
    student = SimpleNamespace(cell_forward=cell_forward, cell_backward=lambda dout, x: cell_backward(dout, x, 2.0))
    with pytest.raises(CheckFailed) as caught:
        check(student, REFERENCE, "cell", inputs(rng), rng=rng, blocks={"w": ("gain", "shift")})
    assert "Block by block: wrong in shift, right in gain" in caught.value.public
    with pytest.raises(CheckFailed) as caught:
        check(student, REFERENCE, "cell", inputs(rng), rng=rng)
    assert "lock" not in caught.value.public


@CHECKS
def test_a_forward_without_a_suffix(check):
    rng = np.random.default_rng(2)
    code = SimpleNamespace(cell=cell_forward, cell_backward=cell_backward)
    check(code, code, "cell", inputs(rng), rng=rng)


@CHECKS
def test_a_backward_with_one_gradient_for_each_output(check):
    def forward(x):
        return x**2, 3 * x, x

    code = SimpleNamespace(two_forward=forward, two_backward=lambda da, db, x: 2 * da * x + 3 * db)
    wrong = SimpleNamespace(two_forward=forward, two_backward=lambda da, db, x: 2 * da * x - 3 * db)
    rng = np.random.default_rng(3)
    given = {"x": rng.normal(size=(3, 4))}
    check(code, code, "two", given, rng=rng, spread=True)
    with pytest.raises(CheckFailed):
        check(wrong, code, "two", given, rng=rng, spread=True)
