"""Relations of place: the right numbers elsewhere, too few of them, or not yet summed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from autograder.checks.array_pair import Pair, Relation, informative

MOST_AXES = 5
"""Beyond this the permutations of axes are too many to try, and no student has them."""


def transposed(pair: Pair) -> Iterator[Relation]:
    a, e = pair.actual, pair.expected
    if not pair.informative or a.ndim != e.ndim or not 2 <= e.ndim <= MOST_AXES:
        return
    for order in permutations(range(e.ndim)):
        if order == tuple(range(e.ndim)) or not pair.same(a.transpose(order), e):
            continue
        if e.ndim == 2:
            yield Relation("transpose", f"your {pair.name} is transposed")
        else:
            yield Relation("permuted_axes", f"your {pair.name} is right with its axes taken in the order {order}")
        return


def reversed_axis(pair: Pair) -> Iterator[Relation]:
    if not pair.informative:
        return
    for axis in range(pair.expected.ndim):
        if pair.expected.shape[axis] > 1 and pair.same(np.flip(pair.actual, axis), pair.expected):
            _, many = pair.noun(axis)
            yield Relation("reversed", f"your {pair.name} is right but for the order: its {many} run backwards")


def shifted(pair: Pair) -> Iterator[Relation]:
    """By one along an axis, whatever stands at the free end."""
    a, e = pair.actual, pair.expected
    if not pair.informative:
        return
    for axis in range(e.ndim):
        length = e.shape[axis]
        if length < 3:
            continue
        early, late = np.arange(length - 1), np.arange(1, length)
        for take, put, word in ((early, late, "late"), (late, early, "early")):
            moved, target = a.take(put, axis), e.take(take, axis)
            if informative(target) and pair.same(moved, target):
                one, _ = pair.noun(axis)
                around = pair.same(np.roll(a, -1 if word == "late" else 1, axis), e)
                yield Relation(
                    "shifted",
                    f"your {pair.name} is right but one {one} too {word}" + (", wrapped around" if around else ""),
                )


def permuted_slices(pair: Pair) -> Iterator[Relation]:
    """The same rows (or columns, ...) in another order."""
    a, e = pair.actual, pair.expected
    if not pair.informative or np.iscomplexobj(a) or np.iscomplexobj(e):
        return
    for axis in range(e.ndim):
        length = e.shape[axis]
        if length < 3 or pair.same(np.flip(a, axis), e):
            continue
        left, right = (np.moveaxis(x, axis, 0).reshape(length, -1) for x in (a, e))
        if len(np.unique(right.round(12), axis=0)) < length:
            continue
        # Matching on a random projection keeps the order stable where single columns tie.
        weights = np.random.default_rng(0).standard_normal(right.shape[1])
        order_left, order_right = np.argsort(left @ weights), np.argsort(right @ weights)
        if pair.same(left[order_left], right[order_right]) and not pair.same(left, right):
            around = any(pair.same(np.roll(a, k, axis), e) for k in (1, -1))
            if not around:
                _, many = pair.noun(axis)
                yield Relation("permuted", f"your {pair.name} has the right {many} in another order")


def partly_right(pair: Pair) -> Iterator[Relation]:
    """Right at one end of an axis only, or right where it is not zero."""
    a, e = pair.actual, pair.expected
    if not pair.informative or e.size < 4:
        return
    scale = np.abs(e).max()
    right = np.abs(a - e) <= pair.rtol * scale
    blank = a == 0
    for axis in range(e.ndim):
        others = tuple(k for k in range(e.ndim) if k != axis)
        by_index = right.all(axis=others)
        length = e.shape[axis]
        if length < 3 or by_index.sum() != 1 or (by_index[0] == by_index[-1]):
            continue
        position = 0 if by_index[0] else length - 1
        if not informative(e.take([position], axis)) and e.size // length > 1:
            continue
        rest_blank = bool(blank.take([i for i in range(length) if i != position], axis).all())
        if e.size == length and not rest_blank:
            continue  # one right number of a vector is no evidence
        one, _ = pair.noun(axis)
        which = "first" if position == 0 else "last"
        yield Relation(
            "only_" + which,
            f"of your {pair.name} only the {which} {one} is right"
            + (", the rest is zero" if rest_blank else "")
            + "; is a loop left early, or a result overwritten?",
        )
        return
    missing = blank & ~right
    kept = e[right & (e != 0)]
    if missing.any() and (right | blank).all() and kept.size >= 2 and not pair.same(a, np.maximum(e.real, 0)):
        yield Relation("zeros", f"your {pair.name} is right where it is not zero; what should fill the other entries?")


def accumulated(pair: Pair) -> Iterator[Relation]:
    a, e = pair.actual, pair.expected
    if not pair.informative:
        return
    for axis in range(e.ndim):
        if e.shape[axis] < 3:
            continue
        _, many = pair.noun(axis)
        if pair.same(a, np.cumsum(e, axis)):
            yield Relation("accumulated", f"your {pair.name} is the running sum, over its {many}, of what it should be")
        elif pair.same(np.cumsum(a, axis), e):
            yield Relation("not_accumulated", f"your {pair.name} lacks a running sum over its {many}")


def missing_reduction(pair: Pair) -> Iterator[Relation]:
    """actual still has an axis whose sum, mean or maximum is expected."""
    a, e = pair.actual, pair.expected
    for axes in _axes_to_drop(a.shape, e.shape):
        for word, reduce in (("sum", np.sum), ("mean", np.mean), ("maximum", np.max)):
            if np.iscomplexobj(a) and word == "maximum":
                continue
            reduced = reduce(a, axis=axes).reshape(e.shape)
            if (pair.informative or e.size == 1) and informative(a) and pair.same(reduced, e):
                plural = f"axes {axes}" if len(axes) > 1 else f"axis {axes[0]}"
                yield Relation(f"missing_{word}", f"your {pair.name} still lacks the {word} over {plural}")
                return


def missing_broadcast(pair: Pair) -> Iterator[Relation]:
    """expected repeats actual, or actual is expected summed or averaged once too often."""
    a, e = pair.actual, pair.expected
    try:
        repeated = np.broadcast_to(a, e.shape)
    except ValueError:
        repeated = None
    if repeated is not None and informative(a) and pair.same(repeated, e):
        yield Relation("missing_broadcast", f"your {pair.name} has the right entries, not yet repeated to the full shape")
        return
    for axes in _axes_to_drop(e.shape, a.shape):
        for word, reduce in (("sum", np.sum), ("mean", np.mean)):
            reduced = reduce(e, axis=axes).reshape(a.shape)
            if informative(e) and (informative(reduced) or a.size == 1) and pair.same(a, reduced):
                plural = f"axes {axes}" if len(axes) > 1 else f"axis {axes[0]}"
                yield Relation(f"extra_{word}", f"your {pair.name} is a {word} over {plural} too many")
                return


def reshaped(pair: Pair) -> Iterator[Relation]:
    a, e = pair.actual, pair.expected
    if a.size == e.size and pair.informative and pair.same(a.reshape(-1), e.reshape(-1)):
        yield Relation("reshaped", f"your {pair.name} has the right entries in another shape")


def _axes_to_drop(longer: tuple[int, ...], shorter: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Sets of axes (one, or two) of `longer` without which its shape is `shorter`, dropped or kept as 1."""
    ndim = len(longer)
    if ndim > MOST_AXES:
        return
    groups: list[tuple[int, ...]] = [(i,) for i in range(ndim)]
    groups += [(i, j) for i in range(ndim) for j in range(i + 1, ndim)]
    if ndim > 2:
        groups.append(tuple(range(ndim)))
    for axes in groups:
        dropped = tuple(n for i, n in enumerate(longer) if i not in axes)
        kept = tuple(1 if i in axes else n for i, n in enumerate(longer))
        if all(longer[i] > 1 for i in axes) and shorter in (dropped, kept):
            yield axes
