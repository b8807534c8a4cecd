"""A forward and its backward by their common name: `batchnorm` is `batchnorm_forward` and `batchnorm_backward`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from autograder.checks.failure import CheckFailed
from autograder.checks.follow_through import check_backward
from autograder.checks.gradcheck import GradcheckReport, gradcheck

BLOCK_IS_WRONG = 1e-6
"""Relative to the greatest entry of the right gradient."""


def check_pair(
    student: Any,
    reference: Any,
    name: str,
    inputs: Mapping[str, Any],
    *,
    spread: bool = False,
    blocks: Mapping[str, Sequence[str]] | None = None,
    **options: Any,
) -> GradcheckReport:
    """`check_backward` of `student.NAME_forward` and `student.NAME_backward` against the reference's functions of these names.

        check_pair(student, reference, "batchnorm", {"x": x, "gamma": gamma, "beta": beta}, rng=rng)

    Where there is no `NAME_forward`, the forward is `NAME` itself. With `spread`, the backward takes the gradient of each
    output as an argument of its own: `lstm_cell_backward(dh, dc, cache)`. `blocks={"wx": ("i", "f", "g", "o")}` says what
    equal parts of the last axis of an input are called: if only some of them have a wrong gradient, the message says which.
    `options` are those of `check_backward`.
    """
    forward, backward = _pair(student, reference, name, spread)
    right_forward, right_backward = _pair(reference, reference, name, spread)
    with _blocks_named(blocks or {}, options):
        return check_backward(forward, backward, inputs, right_forward, right_backward, **options)


def gradcheck_pair(
    student: Any,
    reference: Any,
    name: str,
    inputs: Mapping[str, Any],
    *,
    spread: bool = False,
    blocks: Mapping[str, Sequence[str]] | None = None,
    **options: Any,
) -> GradcheckReport:
    """`gradcheck` of `student.NAME_forward` and `student.NAME_backward`, named as in `check_pair`."""
    forward, backward = _pair(student, reference, name, spread)
    right_forward, right_backward = _pair(reference, reference, name, spread)
    with _blocks_named(blocks or {}, options):
        return gradcheck(forward, backward, inputs, reference=right_forward, reference_backward=right_backward, **options)


def _pair(code: Any, reference: Any, name: str, spread: bool) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The reference says what the forward is called: a submission may lack it."""
    forward = f"{name}_forward" if hasattr(reference, f"{name}_forward") else name
    backward = getattr(code, f"{name}_backward")
    if spread:
        return getattr(code, forward), lambda douts, cache: backward(*douts, cache)
    return getattr(code, forward), backward


@contextmanager
def _blocks_named(blocks: Mapping[str, Sequence[str]], options: Mapping[str, Any]) -> Iterator[None]:
    """If a gradient is wrong inside, the message also says in which blocks."""
    names = options.get("names") or {}
    known = {names.get(name, f"d{name}"): parts for name, parts in blocks.items()}
    try:
        yield
    except CheckFailed as failure:
        got, want, parts = failure.actual, failure.expected, known.get(failure.where.get("output", ""))
        if parts and got is not None and want is not None and np.shape(got) == np.shape(want):
            wrong = np.abs(got - want) > BLOCK_IS_WRONG * np.abs(want).max()
            differ = [part for part, where in zip(parts, np.split(wrong, len(parts), axis=-1)) if where.any()]
            right = [part for part in parts if part not in differ]
            if differ and right:
                failure.add(f"Block by block: wrong in {', '.join(differ)}, right in {', '.join(right)}")
        raise
