"""Marks that follow through from a wrong forward, and stand-ins that must not earn any."""

from __future__ import annotations

import numpy as np
import pytest

from autograder.checks import CheckFailed, check_backward, gradcheck
from tests.checks.operations import BY_NAME, OPERATIONS, batchnorm_backward, batchnorm_forward


def both(student, inputs, reference, rng):
    """The two ways a suite may ask."""
    return [
        lambda: check_backward(*student, inputs, *reference, rng=rng),
        lambda: gradcheck(*student, inputs, reference=reference[0], rng=rng),
        lambda: gradcheck(*student, inputs, reference=reference[0], reference_backward=reference[1], rng=rng),
    ]


def unscaled_forward(x, gamma, beta):
    """Forgets the division by the standard deviation."""
    centred = x - x.mean(0)
    return gamma * centred + beta, (centred, gamma)


def unscaled_backward(dout, cache):
    centred, gamma = cache
    g = dout * gamma
    return g - g.mean(0), (dout * centred).sum(0), dout.sum(0)


def test_a_backward_that_fits_its_wrong_forward_passes():
    for seed in range(50):
        rng = np.random.default_rng(seed)
        inputs = BY_NAME["batchnorm"].draw(rng)
        inputs["x"] = 3 * inputs["x"]
        for ask in both((unscaled_forward, unscaled_backward), inputs, (batchnorm_forward, batchnorm_backward), rng):
            assert ask().followed_through


def test_a_backward_that_fits_neither_fails():
    rng = np.random.default_rng(0)
    inputs = BY_NAME["batchnorm"].draw(rng)
    wrong = lambda d, c: (2 * unscaled_backward(d, c)[0], *unscaled_backward(d, c)[1:])
    for ask in both((unscaled_forward, wrong), inputs, (batchnorm_forward, batchnorm_backward), rng):
        with pytest.raises(CheckFailed):
            ask()


def test_the_right_backward_passes_beside_a_wrong_forward():
    rng = np.random.default_rng(0)
    offset = lambda x, g, b: ((r := batchnorm_forward(x, g, b))[0] + 1.0, r[1])
    for ask in both(
        (offset, batchnorm_backward),
        BY_NAME["batchnorm"].draw(rng),
        (batchnorm_forward, batchnorm_backward),
        rng,
    ):
        assert not ask().followed_through


def test_there_is_no_follow_through_where_the_forward_is_right():
    rng = np.random.default_rng(0)
    with pytest.raises(CheckFailed, match="dx"):
        check_backward(
            batchnorm_forward,
            unscaled_backward_of_right_cache,
            BY_NAME["batchnorm"].draw(rng),
            batchnorm_forward,
            batchnorm_backward,
            rng=rng,
        )


def unscaled_backward_of_right_cache(dout, cache):
    return unscaled_backward(dout, (cache[0], cache[2]))


def test_a_forward_of_the_wrong_shape_ends_the_check():
    rng = np.random.default_rng(0)
    with pytest.raises(CheckFailed, match=r"shape \(5, 7\), expected \(7, 5\)"):
        check_backward(
            lambda x, g, b: (batchnorm_forward(x, g, b)[0].T, None),
            batchnorm_backward,
            BY_NAME["batchnorm"].draw(rng),
            batchnorm_forward,
            batchnorm_backward,
            rng=rng,
        )


def stand_ins(inputs, out):
    """Pairs of easy functions with the right shapes and right derivatives of themselves."""
    zeros = lambda d, c: tuple(np.zeros_like(v) for v in inputs.values())
    yield "zero", lambda *a: (np.zeros_like(out), None), zeros
    yield "constant", lambda *a: (np.ones_like(out) * 0.7, None), zeros
    names = list(inputs)
    for k, name in enumerate(names):
        value = inputs[name]
        if np.size(value) == np.size(out):
            rest = {n: np.zeros_like(inputs[n]) for n in names}

            def hand_on(d, c, k=k, rest=rest, names=names, value=value):
                grads = dict(rest)
                grads[names[k]] = np.reshape(d, value.shape)
                return tuple(grads.values())

            yield f"copy of {name}", lambda *a, k=k: (a[k].reshape(out.shape).copy(), None), hand_on
            yield (
                f"twice {name}",
                lambda *a, k=k: (2 * a[k].reshape(out.shape), None),
                lambda d, c, hand_on=hand_on: tuple(2 * g for g in hand_on(d, c)),
            )
    # The sum of all inputs, averaged each: depends on everything, and is linear.
    yield (
        "sum of means",
        lambda *a: (np.zeros_like(out) + sum(v.mean() for v in a), None),
        lambda d, c: tuple(np.full_like(v, np.sum(d) / v.size) for v in inputs.values()),
    )


@pytest.mark.parametrize("op", [o for o in OPERATIONS if o.name != "gate"], ids=lambda op: op.name)
def test_stand_ins_earn_nothing(op):
    tried = 0
    for seed in range(4):
        rng = np.random.default_rng(seed)
        inputs = op.draw(rng)
        out = np.asarray(op.forward(*inputs.values())[0])
        for name, forward, backward in stand_ins(inputs, out):
            for ask in both((forward, backward), inputs, (op.forward, op.backward), rng):
                tried += 1
                with pytest.raises(CheckFailed):
                    ask()
                    pytest.fail(f"{name} passed")
    assert tried >= 24


def test_a_huge_offset_does_not_drown_the_check():
    """A forward of size 1e12 has slopes that rounding hides; no backward may pass on that."""
    for seed in range(5):
        rng = np.random.default_rng(seed)
        inputs = BY_NAME["batchnorm"].draw(rng)
        for size in (1e6, 1e9, 1e12, 1e30, 1e90):
            huge = lambda x, g, b, size=size: (batchnorm_forward(x, g, b)[0] + size, None)
            curved = lambda x, g, b, size=size: (size * (2 + np.sin(x + g + b)), None)
            nothing = lambda d, c: (0 * d, 0 * d[0], 0 * d[0])
            for forward in (huge, curved):
                for ask in both((forward, nothing), inputs, (batchnorm_forward, batchnorm_backward), rng):
                    with pytest.raises(CheckFailed):
                        ask()


@pytest.mark.parametrize("size", [1e20, 1e99, 1e160, 1e300, np.inf, np.nan])
def test_absurd_gradients_and_outputs_fail(size):
    rng = np.random.default_rng(0)
    inputs = BY_NAME["batchnorm"].draw(rng)
    absurd = lambda d, c: tuple(size * np.ones_like(v) * np.any(d) for v in inputs.values())
    huge = lambda x, g, b: (size * (batchnorm_forward(x, g, b)[0] + 1), None)
    with np.errstate(all="ignore"):
        for student in ((batchnorm_forward, absurd), (huge, absurd)):
            for ask in both(student, inputs, (batchnorm_forward, batchnorm_backward), rng):
                with pytest.raises(CheckFailed):
                    ask()
        with pytest.raises(CheckFailed):
            gradcheck(batchnorm_forward, absurd, inputs, rng=rng)


def test_a_forward_that_changes_its_shape_is_named():
    rng = np.random.default_rng(0)
    calls = []

    def restless(x, gamma, beta):
        calls.append(1)
        return (batchnorm_forward(x, gamma, beta)[0] * 2)[: 7 if len(calls) < 5 else 6], None

    with pytest.raises(CheckFailed):
        gradcheck(
            restless,
            lambda d, c: (d, d[0], d[0]),
            BY_NAME["batchnorm"].draw(rng),
            rng=rng,
            reference=batchnorm_forward,
        )
    calls.clear()
    with pytest.raises(CheckFailed, match="different shapes"):
        gradcheck(restless, lambda d, c: (0 * d, 0 * d[0], 0 * d[0]), BY_NAME["batchnorm"].draw(rng), rng=rng)
