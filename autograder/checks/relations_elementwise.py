"""Relations that hold entry by entry: factors, signs, offsets, a function too many or too few."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from autograder.checks.array_pair import Pair, Relation, informative
from autograder.checks.factors import name_factor
from autograder.checks.locate import describe_wrong

MOST_TOLD = 20
"""The largest factor that is told without a meaning."""


def not_finite(pair: Pair) -> Iterator[Relation]:
    bad = ~np.isfinite(pair.actual)
    what = "NaN" if np.isnan(pair.actual).any() else "infinite"
    if pair.actual.shape != pair.expected.shape or bad.all():
        yield Relation("nan", f"your {pair.name} is {what} {'everywhere' if bad.all() else 'in places'}")
        return
    clause, _ = describe_wrong(bad, pair.axes, verb=f"are {what}")
    scale = np.abs(pair.expected).max()
    rest_right = (np.abs(pair.actual - pair.expected)[~bad] <= pair.rtol * scale).all()
    yield Relation("nan", f"in your {pair.name} {clause}" + ("; the rest is right" if rest_right else ""))


def zero(pair: Pair) -> Iterator[Relation]:
    if not pair.actual.any() and pair.informative:
        yield Relation("zero", f"your {pair.name} is zero everywhere; is it ever written to?")


def sign(pair: Pair) -> Iterator[Relation]:
    if pair.expected.any() and pair.same(-pair.actual, pair.expected) and (pair.informative or pair.expected.ndim == 0):
        yield Relation("sign", f"your {pair.name} has the wrong sign; otherwise it is right")


def factor(pair: Pair) -> Iterator[Relation]:
    ratio = _constant_ratio(pair)
    if ratio is None or abs(ratio + 1) < pair.rtol:
        return
    # One number alone is evidence only for a factor with a meaning, and only to many digits.
    single = pair.expected.size == 1
    if single and float(pair.expected.reshape(())) == round(float(pair.expected.reshape(()))):
        return
    limit = min(10 * pair.rtol, 1e-5 if single else 1e-3)
    named = name_factor(abs(ratio), pair.sizes, limit) or (None if single else _whole(abs(ratio), limit, pair))
    flipped = ", and its sign is wrong" if ratio < 0 else ""
    if named is not None:
        written, hint = named
        times = f"{written} times what it should be{flipped}"
        if written.isdigit() and not flipped:
            times = f"{written} times too large"
        yield Relation("factor", f"your {pair.name} is exactly {times}" + (f": {hint}" if hint else ""))
    elif not single and pair.informative:
        yield Relation(
            "factor",
            f"your {pair.name} is off by one constant factor everywhere{flipped}; is a scale missing, or applied twice?",
        )


def _whole(ratio: float, rtol: float, pair: Pair) -> tuple[str, str] | None:
    """A whole number, or one over it, that no size explains.

    A small one, or the length of something: any other number could be made of a hidden input, and tell it.
    """
    lengths = {pair.expected.size, *pair.expected.shape}
    for value, form in ((ratio, "{}"), (1 / ratio, "1/{}")):
        near = round(value)
        if (1 < near <= MOST_TOLD or near in lengths) and abs(value - near) <= rtol * near:
            return form.format(near), "is a mean or a sum over that many missing, or one too many?"
    return None


def _constant_ratio(pair: Pair) -> float | None:
    a, e = pair.actual, pair.expected
    if not pair.informative and e.size != 1:
        return None
    peak = np.unravel_index(np.abs(e).argmax(), e.shape)
    if not e[peak] or not a[peak]:
        return None
    ratio = a[peak] / e[peak]
    if np.iscomplexobj(ratio):
        return None
    return float(ratio) if pair.same(a / ratio, e) else None


FUNCTIONS = (
    ("absolute", "the absolute value of what it should be", np.abs),
    ("square", "the square of what it should be; is a root missing?", np.square),
    ("root", "the square root of what it should be; is a square missing?", np.sqrt),
    ("reciprocal", "one over what it should be", np.reciprocal),
    ("log", "the logarithm of what it should be", np.log),
    ("exp", "the exponential of what it should be; is a logarithm missing?", np.exp),
    ("complement", "one minus what it should be", lambda e: 1 - e),
    ("clipped", "zero where it should be negative; is a ReLU too many?", lambda e: np.maximum(e, 0)),
)


def function(pair: Pair) -> Iterator[Relation]:
    if not pair.informative or np.iscomplexobj(pair.expected) or np.iscomplexobj(pair.actual):
        return
    with np.errstate(all="ignore"):
        for kind, words, f in FUNCTIONS:
            image = f(pair.expected)
            if np.isfinite(image).all() and informative(image) and pair.same(pair.actual, image):
                yield Relation(kind, f"your {pair.name} is {words}")


def offset(pair: Pair) -> Iterator[Relation]:
    if not pair.informative or pair.expected.size < 3:
        return
    gap = pair.actual - pair.expected
    if _is_constant(gap, None, pair):
        yield Relation(
            "offset",
            f"your {pair.name} is off by the same amount everywhere; is a term missing, or one too many?",
        )


def axis_factor(pair: Pair) -> Iterator[Relation]:
    """actual = expected * w, where w depends on the index along one axis only."""
    e = pair.expected
    if not pair.informative or e.ndim < 2 or _constant_ratio(pair) is not None:
        return
    for axis in range(e.ndim):
        others = tuple(k for k in range(e.ndim) if k != axis)
        rest = e.size // e.shape[axis]
        if e.shape[axis] < 2 or rest < 3:
            continue
        power = (np.abs(e) ** 2).sum(axis=others, keepdims=True)
        weight = (pair.actual * np.conj(e)).sum(axis=others, keepdims=True) / np.where(power > 0, power, 1)
        if (power > 0).all() and weight.any() and pair.same(pair.actual, e * weight):
            one, _ = pair.noun(axis)
            yield Relation(
                "axis_factor",
                f"in your {pair.name} every {one} is off by a factor of its own; "
                f"is a scale that belongs to the {one} missing, or a division along the wrong axis?",
            )


def axis_offset(pair: Pair) -> Iterator[Relation]:
    """The difference does not change along an axis: something was not subtracted, or not added, per slice."""
    e = pair.expected
    if not pair.informative or e.ndim < 2:
        return
    gap = pair.actual - e
    if _is_constant(gap, None, pair):
        return
    for axis in range(e.ndim):
        if e.shape[axis] >= 3 and _is_constant(gap, axis, pair):
            _, many = pair.noun(axis)
            yield Relation(
                "axis_offset",
                f"your {pair.name} is off by the same amounts in all {many}; "
                "is a mean along that axis, or a term that does not depend on it, missing?",
            )


def _is_constant(gap: np.ndarray, axis: int | None, pair: Pair) -> bool:
    middle = gap.mean(axis=axis, keepdims=True)
    scale = max(np.abs(pair.expected).max(), np.abs(pair.actual).max())
    if np.abs(middle).max() <= 1e3 * pair.rtol * scale:
        return False
    return bool((np.abs(gap - middle) <= pair.rtol * scale).all())
