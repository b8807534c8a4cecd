"""What relates a wrong array to the right one, in one sentence a student understands.

Silent rather than wrong: a relation is reported only where it holds exactly (to rounding) and where the
arrays have enough different entries for it to be no accident. A sentence holds positions and ratios, never
an entry of either array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from autograder.checks import relations_elementwise, relations_layout
from autograder.checks.array_pair import Pair, Relation
from autograder.checks.values import IN_WORDS, Numbers, read_numbers
from autograder.checks.verdict_only import is_brief

__all__ = ["Relation", "fingerprint"]

Finder = Callable[[Pair], Iterator[Relation]]

SAME_SHAPE: tuple[Finder, ...] = (
    relations_elementwise.zero,
    relations_elementwise.sign,
    relations_elementwise.factor,
    relations_layout.transposed,
    relations_layout.reversed_axis,
    relations_layout.shifted,
    relations_layout.permuted_slices,
    relations_elementwise.function,
    relations_elementwise.offset,
    relations_layout.accumulated,
    relations_layout.partly_right,
    relations_elementwise.axis_factor,
    relations_elementwise.axis_offset,
)
"""In the order in which a person should hear of them: the simplest explanation first."""

ENTRY_BY_ENTRY: tuple[Finder, ...] = (
    relations_elementwise.zero,
    relations_elementwise.sign,
    relations_elementwise.factor,
    relations_elementwise.function,
    relations_elementwise.offset,
)

OTHER_SHAPE: tuple[Finder, ...] = (
    relations_layout.transposed,
    relations_layout.missing_reduction,
    relations_layout.missing_broadcast,
    relations_layout.reshaped,
)


def fingerprint(
    actual: Any,
    expected: Any,
    sizes: Mapping[str, int] | None = None,
    *,
    name: str = "result",
    axes: Sequence[str] | None = None,
    rtol: float | None = None,
    entry_by_entry: bool = False,
) -> list[Relation]:
    """Every relation that holds, the likeliest explanation first; empty if there is none or they agree.

    `sizes` are the numbers a factor may stand for, such as {"the batch size": 32}. `axes` names the axes of
    `expected`. With `entry_by_entry` the arrays are samples, whose order and neighbourhood mean nothing.
    """
    got, want = read_numbers(actual), read_numbers(expected)
    if got is None or want is None or is_brief():
        return []
    found: list[Relation] = []
    if got.kind != want.kind and not want.is_scalar:
        words = f"your {name} holds {IN_WORDS[got.kind]}, {IN_WORDS[want.kind]} are expected"
        found.append(Relation("dtype", f"{words}; was the dtype of an input or of np.zeros carried over?"))
    a, e = got.data, want.data
    if a.size == 0 or e.size == 0 or not np.isfinite(_wide(e)).all():
        return found
    pair = Pair(_wide(a), _wide(e), dict(sizes or {}), name, axes, rtol or _rtol(got, want))
    if not np.isfinite(pair.actual).all():
        return [*found, *relations_elementwise.not_finite(pair)]
    if pair.actual.shape == pair.expected.shape and pair.same(pair.actual, pair.expected):
        return found
    if pair.actual.shape != pair.expected.shape:
        finders = () if entry_by_entry else OTHER_SHAPE
    else:
        finders = ENTRY_BY_ENTRY if entry_by_entry else SAME_SHAPE
    for finder in finders:
        found.extend(finder(pair))
    return found


def _wide(data: np.ndarray) -> np.ndarray:
    return data.astype(np.complex128 if data.dtype.kind == "c" else np.float64)


def _rtol(got: Numbers, want: Numbers) -> float:
    """Rounding of the coarser of the two, with room for another order of summation."""
    widths = [np.finfo(n.data.dtype).eps if n.kind in ("float", "complex") else 1e-16 for n in (got, want)]
    if "bfloat16" in (got.dtype, want.dtype):
        widths.append(2.0**-7)
    return float(min(max(1e-9, 50 * max(widths)), 1e-2))
