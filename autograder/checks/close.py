"""`assert_close`: is this the right array? The answer says in what way it is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from autograder.checks.failure import CheckFailed
from autograder.checks.fingerprint import Relation, fingerprint
from autograder.checks.locate import describe_wrong
from autograder.checks.tolerance import BY_PRECISION, COARSENESS, common_precision, defaults, precision, tolerance
from autograder.checks.values import IN_WORDS, Numbers, describe, need_numbers, read_numbers

DEEPEST = 12
"""Nothing that is nested deeper is an answer to any exercise."""


LARGEST_COMPARED = 100_000


def assert_close(
    actual: Any,
    expected: Any,
    name: str = "the result",
    *,
    rtol: float | None = None,
    atol: float | None = None,
    dtype: Any = None,
    like: Any = None,
    sizes: Mapping[str, int] | None = None,
    axes: Sequence[str] | None = None,
) -> None:
    """Pass if `actual` is `expected` up to rounding; raise `CheckFailed` otherwise.

    `actual` may be any object. Shapes must be equal; the forms of a scalar are interchangeable, and so are
    lists and tuples as containers. Floats, integers and booleans are told apart in arrays, numpy from torch
    too. The tolerance goes by the coarser dtype of the two and by the greatest entry of `expected`
    (`rtol`), plus `atol`.

    `dtype` asks for exactly that dtype. `like` is an array whose library and dtype the result must have,
    where `expected` was computed in another. `sizes` and `axes` make the message more telling: what a factor
    of 32 may be, and what the axes are called.
    """
    _compare(actual, expected, name, 0, rtol=rtol, atol=atol, dtype=dtype, like=like, sizes=sizes, axes=axes)


def _compare(actual: Any, expected: Any, name: str, depth: int, **options: Any) -> None:
    if depth > DEEPEST:
        raise ValueError(f"{name}: expected value is nested deeper than {DEEPEST}")
    if type(expected) in (list, tuple):
        _compare_sequence(actual, expected, name, depth, **options)
    elif type(expected) is dict:
        _compare_dict(actual, expected, name, depth, **options)
    elif expected is None or type(expected) in (str, bytes):
        check_same(actual, expected, name)
    else:
        wanted = read_numbers(expected)
        if wanted is None:
            raise TypeError(f"{name}: assert_close cannot compare with {describe(expected)}; use assert_equal")
        _compare_numbers(actual, wanted, name, **options)


def _compare_sequence(actual: Any, expected: Any, name: str, depth: int, **options: Any) -> None:
    check_length(actual, expected, name)
    for i, (left, right) in enumerate(zip(actual, expected)):
        _compare(left, right, f"{name}[{i}]", depth + 1, **options)


def _compare_dict(actual: Any, expected: dict[str, Any], name: str, depth: int, **options: Any) -> None:
    check_keys(actual, expected, name)
    for key, right in expected.items():
        _compare(actual[key], right, f"{name}[{key!r}]", depth + 1, **options)


def check_keys(actual: Any, expected: dict[str, Any], name: str) -> None:
    """Exactly the keys of `expected`. Keys of unknown classes are counted, never looked at."""
    if type(actual) is not dict:
        raise wrong_type(actual, f"a dict with keys {_keys(expected)}", name)
    held = {k for k in actual if type(k) in (str, int, bool, float, bytes, tuple)}
    missing = [k for k in expected if k not in held]
    extra = len(actual) - (len(expected) - len(missing))
    if missing or extra:
        parts = [f"lacks {_keys(missing)}"] if missing else []
        parts += [f"has {extra} key{'s' if extra > 1 else ''} too many"] if extra else []
        raise CheckFailed(
            f"{name} {' and '.join(parts)}; expected the keys {_keys(expected)}",
            where={"output": name, "reason": "keys"},
        )


def check_length(actual: Any, expected: Any, name: str) -> None:
    if type(actual) not in (list, tuple):
        raise wrong_type(actual, f"a {type(expected).__name__} of {len(expected)}", name)
    if len(actual) != len(expected):
        raise CheckFailed(
            f"{name} has {len(actual)} element{'s' * (len(actual) != 1)}, expected {len(expected)}",
            where={"output": name, "reason": "length"},
        )


def _keys(keys: Any) -> str:
    return ", ".join(repr(k) for k in keys) or "(none)"


def wrong_type(actual: Any, wanted: str, name: str) -> CheckFailed:
    hint = "; is a return missing?" if actual is None else ""
    return CheckFailed(f"{name}: expected {wanted}, got {describe(actual)}{hint}", where={"output": name, "reason": "type"})


def _compare_numbers(
    actual: Any,
    wanted: Numbers,
    name: str,
    *,
    rtol: float | None,
    atol: float | None,
    dtype: Any,
    like: Any,
    sizes: Mapping[str, int] | None,
    axes: Sequence[str] | None,
) -> None:
    model = wanted if like is None else need_numbers(like, "like", "an array")
    noun = "a tensor" if model.library == "torch" else "an array"
    form = "a number" if wanted.is_scalar else f"{noun} of shape {wanted.data.shape}"
    got = need_numbers(actual, name, form)
    _check_shape(got, wanted, name, sizes)
    _check_library(got, model, name)
    _check_kind(got, wanted, model if like is not None else None, dtype, name)
    if dtype is not None and rtol is None:  # the coarse type was asked for
        rtol = defaults(max(precision(got), precision(wanted), key=COARSENESS.index))[0]
    _check_values(got, wanted, name, rtol, atol, sizes, axes)


def _check_shape(got: Numbers, wanted: Numbers, name: str, sizes: Mapping[str, int] | None) -> None:
    if got.data.shape == wanted.data.shape:
        return
    comparable = got.data.size <= LARGEST_COMPARED  # relations between shapes are looked for by trying them
    relations = fingerprint(got.data, wanted.data, sizes, name=_short(name)) if comparable else []
    relation = next(iter(relations), None)
    found = "is a single number" if got.is_scalar else f"has shape {got.data.shape}"
    right = "a single number" if wanted.is_scalar else f"shape {wanted.data.shape}"
    raise CheckFailed(
        f"{name} {found}, expected {right}",
        f"{name} is {got.describe()}",
        actual=got.data,
        expected=wanted.data,
        where={
            "output": name,
            "reason": "shape",
            "shape": got.data.shape,
            "expected_shape": wanted.data.shape,
            "relation": relation.kind if relation else None,
        },
        relations=relations,
    )


def _check_library(got: Numbers, model: Numbers, name: str) -> None:
    if got.is_scalar or got.library == model.library or model.library == "python":
        return
    called = {"numpy": "a numpy array", "torch": "a torch tensor", "python": "a plain number"}
    raise CheckFailed(
        f"{name} is {called[got.library]}, expected {called[model.library]}",
        actual=got.data,
        where={"output": name, "reason": "library"},
    )


def _check_kind(got: Numbers, wanted: Numbers, like: Numbers | None, dtype: Any, name: str) -> None:
    """Floats, integers, booleans, complex; and the exact dtype where one was asked for."""
    where = {"output": name, "reason": "dtype"}
    asked = like.dtype if like is not None else None
    if dtype is not None:
        asked = str(dtype).removeprefix("torch.") if "torch" in str(dtype) else np.dtype(dtype).name
    if asked is not None and got.library != "python" and got.dtype != asked:
        raise CheckFailed(
            f"{name} has dtype {got.dtype}, expected {asked}",
            actual=got.data,
            expected=wanted.data,
            where=where,
        )
    if got.is_scalar:
        # Any number may stand for a number; True may not stand for 1, nor 1 for True.
        if (got.kind == "bool") != (wanted.kind == "bool") or (got.kind == "complex") > (wanted.kind == "complex"):
            raise CheckFailed(f"{name} is {got.describe()}, expected {wanted.describe()}", where=where)
        _check_precision(got, wanted, asked, name, where)
        return
    if got.kind != wanted.kind:
        hint = "; did an integer dtype truncate it?" if (got.kind, wanted.kind) == ("int", "float") else ""
        raise CheckFailed(
            f"{name} holds {IN_WORDS[got.kind]} ({got.dtype}), expected {IN_WORDS[wanted.kind]}{hint}",
            actual=got.data,
            expected=wanted.data,
            where=where,
        )
    _check_precision(got, wanted, asked, name, where)


def _check_precision(got: Numbers, wanted: Numbers, asked: Any, name: str, where: dict[str, Any]) -> None:
    half = ("half", "bfloat16")
    if asked is None and precision(got) in half and precision(wanted) not in half:
        raise CheckFailed(
            f"{name} has dtype {got.dtype}, which is too coarse; expected {wanted.dtype}",
            actual=got.data,
            expected=wanted.data,
            where=where,
        )


def _check_values(
    got: Numbers,
    wanted: Numbers,
    name: str,
    rtol: float | None,
    atol: float | None,
    sizes: Mapping[str, int] | None,
    axes: Sequence[str] | None,
) -> None:
    a, e = got.data, wanted.data
    if common_precision(got, wanted) == "exact" and not rtol and not atol:
        wrong = a != e
        limit = 0.0
    else:
        wide = np.complex128 if "complex" in (got.kind, wanted.kind) else np.float64
        a, e = a.astype(wide), e.astype(wide)
        limit = tolerance(got, wanted, rtol, atol)
        finite = np.isfinite(e)
        with np.errstate(invalid="ignore", over="ignore"):
            near = (np.abs(a - e) <= limit) & finite & np.isfinite(a)
        wrong = ~(near | (~finite & ((a == e) | (np.isnan(a) & np.isnan(e)))))
    if wrong.any():
        raise _values_failed(got, wanted, a, e, wrong, limit, name, sizes, axes)


def _values_failed(
    got: Numbers,
    wanted: Numbers,
    a: np.ndarray,
    e: np.ndarray,
    wrong: np.ndarray,
    limit: float,
    name: str,
    sizes: Mapping[str, int] | None,
    axes: Sequence[str] | None,
) -> CheckFailed:
    number_kind = a.dtype.kind in "fc"
    bad = ~np.isfinite(a) & np.isfinite(e) if number_kind else np.zeros_like(wrong)
    reason = "nan" if bad.any() else "values"
    if bad.any():
        word = "NaN" if np.isnan(a).any() else "infinite"
        clause, where = describe_wrong(bad, axes, verb=f"are {word}")
        clause += ", where a finite number is expected"
    else:
        clause, where = describe_wrong(wrong, axes)
    relations = fingerprint(got.data, wanted.data, sizes, name=_short(name), axes=axes)
    if reason == "nan":
        relations = []  # the clause says it already
    told = relations[0].kind if relations else None
    where = {"output": name, "reason": reason, **where, "relation": told}
    relations = relations or _coarse(a, e, got, wanted)
    return CheckFailed(
        f"{name}: {clause}",
        worst_entry(a, e, wrong, limit),
        actual=got.data,
        expected=wanted.data,
        where=where,
        relations=relations,
    )


def _coarse(a: np.ndarray, e: np.ndarray, got: Numbers, wanted: Numbers) -> list[Relation]:
    """Right but for the digits that single precision does not have."""
    if common_precision(got, wanted) != "double" or not np.isfinite(e).all() or not np.isfinite(a).all():
        return []
    scale = float(np.abs(e).max(initial=0.0))
    if float(np.abs(a - e).max(initial=0.0)) > BY_PRECISION["single"][0] / 10 * scale:
        return []
    words = "something on the way is float32: the first digits are right, those after the seventh are not"
    return [Relation("float32", words)]


def worst_entry(a: np.ndarray, e: np.ndarray, wrong: np.ndarray, limit: float) -> str:
    """The numbers behind a failure: the greatest differences, and what stands where the first is."""
    if a.dtype.kind not in "fc":
        first = tuple(int(i) for i in np.argwhere(wrong)[0])
        return f"first difference at {list(first)}: got {a[first]}, expected {e[first]}"
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        gap = np.abs(a - e)
        relative = np.where(e != 0, gap / np.abs(e), np.where(gap == 0, 0.0, np.inf))
    order = np.where(wrong, np.where(np.isnan(gap), np.inf, gap), -1.0)
    index = np.unravel_index(int(order.argmax()), order.shape)
    by_ratio = np.where(wrong & np.isfinite(e) & ~np.isnan(relative), relative, -1.0)
    ratio_index = np.unravel_index(int(by_ratio.argmax()), by_ratio.shape)
    place, ratio_place = ([int(i) for i in k] for k in (index, ratio_index))
    return (
        f"greatest absolute difference {gap[index]:.6g} at {place} (allowed: {limit:.3g}): "
        f"got {a[index]:.10g}, expected {e[index]:.10g}; "
        f"greatest relative difference {max(by_ratio[ratio_index], 0.0):.6g} at {ratio_place}"
    )


def _short(name: str) -> str:
    """The name as it reads after "your"."""
    return name.removeprefix("the ")


def check_same(actual: Any, expected: Any, name: str) -> None:
    """Equal and of the same class: for None, text, bytes and sets."""
    if type(actual) is not type(expected):
        raise wrong_type(actual, describe(expected), name)
    if actual != expected:
        raise CheckFailed(
            f"{name} is not what it should be",
            f"got {actual!r:.300}, expected {expected!r:.300}",
            actual=actual,
            expected=expected,
            where={"output": name, "reason": "values"},
        )


def assert_grads_close(
    actual: Any,
    expected: Mapping[str, Any],
    name: str = "the gradients",
    *,
    rtol: float | None = None,
    atol: float | None = None,
) -> None:
    """Gradients of a module's parameters: by name, else by order and shape, else a message with the names."""
    if type(actual) is not dict:
        raise wrong_type(actual, f"a dict with keys {_keys(expected)}", name)
    if len(actual) == len(expected) and {k for k in actual if type(k) is str} == set(expected):
        pairs = {key: actual[key] for key in expected}
    else:
        shapes = [_shape_or_none(v) for v in actual.values()]
        if shapes != [_shape_or_none(v) for v in expected.values()]:
            listing = ", ".join(f"{key} {_shape_or_none(v)}" for key, v in expected.items())
            raise CheckFailed(
                f"{name}: the {len(actual)} parameters found match the {len(expected)} expected "
                f"neither by name nor by order and shape; expected {listing}",
                where={"output": name, "reason": "keys"},
            )
        pairs = dict(zip(expected, actual.values()))
    for key, right in expected.items():
        if pairs[key] is None and right is not None:
            raise CheckFailed(
                f"{name}: {key} gets no gradient; is it used in the forward pass?",
                where={"output": key, "reason": "type"},
            )
        _compare(
            pairs[key],
            right,
            f"gradient of {key}",
            0,
            rtol=rtol,
            atol=atol,
            dtype=None,
            like=None,
            sizes=None,
            axes=None,
        )


def _shape_or_none(value: Any) -> tuple[int, ...] | None:
    numbers = read_numbers(value)
    return None if numbers is None else numbers.data.shape
