"""One call of a replayed test as text: what went in, what came out, what was expected, and where they differ most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograder.suites.student import Call, Handle, function_name

SMALL = 30
"""Entries of an array that is shown as a whole."""
WORST = 5
"""Entries that are listed where two arrays differ."""
DEEPEST = 4
LONGEST = 300
LABEL = 12


def title(call: Call) -> str:
    """What was asked."""
    target = call.values.get("target")
    who = function_name(call) or getattr(target, "__name__", "") or (target.kind_name if isinstance(target, Handle) else "")
    what = {"vjp": "gradients of", "getattr": f".{call.name} of", "operator": f"{call.name} of"}.get(call.operation, "")
    return f"{what} {who or call.operation}".strip()


def inputs(call: Call, parameters: Sequence[str] = ()) -> list[tuple[str, Any]]:
    """(name, value) of all that the student's code was handed."""
    found = []
    for number, value in enumerate(call.values.get("args") or ()):
        found.append((parameters[number] if number < len(parameters) else f"argument {number + 1}", value))
    found += [(str(name), value) for name, value in (call.values.get("kwargs") or {}).items()]
    found += [(f"input {i + 1}", value) for i, value in enumerate(call.values.get("inputs") or ())]
    return found + [(key, call.values[key]) for key in ("cotangents", "index") if call.values.get(key) is not None]


def outputs(call: Call, names: Sequence[str] = ()) -> list[tuple[str, Any]]:
    """(name, value) of all that came back."""
    came = call.result or {}
    if "result" not in came:  # gradients
        return [part for key, value in came.items() for part in _parts(key, value)]
    result = came["result"]
    if isinstance(result, tuple) and len(names) == len(result):
        return [part for name, value in zip(names, result) for part in _parts(name or "result", value)]
    return _parts("result", result)


def picture(call: Call, right: Call | None, parameters: Sequence[str] = (), names: Sequence[str] = ()) -> list[str]:
    """The lines of one call."""
    lines = [line for name, value in inputs(call, parameters) for line in _labelled(name, describe(value))]
    got = [("got", str(call.error))] if call.error else outputs(call, names)
    if right is None or not same_question(call, right):
        why = "the reference was not asked this" if right is None else "the reference got other inputs here: no comparison"
        shown = [line for name, value in got for line in _labelled(f"got {name}", describe(value))]
        return [*lines, *(_labelled("got", got[0][1]) if call.error else shown), *_labelled("expected", why)]
    expected = dict(outputs(right, names))
    if call.error or right.error:
        said = str(right.error) if right.error else "; ".join(f"{k}: {describe(v)}" for k, v in expected.items())
        answer = got[0][1] if call.error else "; ".join(f"{k}: {describe(v)}" for k, v in got)
        return [*lines, *_labelled("got", answer), *_labelled("expected", said)]
    for name, value in got:
        lines += _compared(name, value, expected.pop(name, None), len(got) > 1)
    return lines + [line for name, value in expected.items() for line in _labelled("expected", f"{name}: {describe(value)}")]


def _compared(name: str, got: Any, expected: Any, several: bool) -> list[str]:
    prefix = f"{name}: " if several else ""
    if differs(got, expected) is False:
        return _labelled("agree", f"{prefix}{describe(got)}")
    lines = [*_labelled("got", f"{prefix}{describe(got)}"), *_labelled("expected", f"{prefix}{describe(expected)}")]
    a, b = array_of(got), array_of(expected)
    if a is None or b is None or a.shape != b.shape or not a.size or not _is_numeric(a, b):
        return lines
    if a.size == 1:
        return lines
    with np.errstate(all="ignore"):
        gap = np.abs(a.astype(complex) - b.astype(complex))
    gap = np.where(np.isnan(gap), np.where(np.isnan(a) & np.isnan(b), 0.0, np.inf), gap)
    count = int(np.count_nonzero(~np.isclose(a, b, equal_nan=True)))
    worst = np.argsort(-gap, axis=None, kind="stable")[: min(WORST, max(count, 1))]
    lines += _labelled("differ", f"{count} of {a.size} entries, most of all:")
    for flat in worst:
        place = [int(i) for i in np.unravel_index(flat, a.shape)]
        lines.append(" " * (LABEL + 4) + f"{place!s:<14} got {a[tuple(place)]:<14.6g} expected {b[tuple(place)]:.6g}")
    return lines


def differs(got: Any, expected: Any) -> bool | None:
    """None where it cannot be told, as of objects that stay with the code."""
    if isinstance(got, Handle) or isinstance(expected, Handle):
        return None
    a, b = array_of(got), array_of(expected)
    if a is None or b is None:
        return bool(type(got) is not type(expected) or got != expected)
    if a.shape != b.shape or a.dtype.kind != b.dtype.kind:
        return True
    if not _is_numeric(a, b):
        return not np.array_equal(a, b)
    loose = 1e-4 if a.dtype.itemsize <= 4 else 1e-7
    return not np.allclose(a, b, rtol=loose, atol=loose * float(np.max(np.abs(b[np.isfinite(b)]), initial=0.0)), equal_nan=True)


def call_differs(call: Call, right: Call | None, names: Sequence[str] = ()) -> bool:
    """Whether this call shows what is wrong."""
    if right is None or bool(call.error) != bool(right.error):
        return True
    if call.error or not same_question(call, right):
        return False
    got, expected = outputs(call, names), outputs(right, names)
    return len(got) != len(expected) or any(differs(a, b) for (_, a), (_, b) in zip(got, expected))


def same_question(call: Call, right: Call) -> bool:
    """Whether both were asked the same, with the same values."""
    if (call.operation, title(call)) != (right.operation, title(right)):
        return False
    mine, theirs = inputs(call), inputs(right)
    return len(mine) == len(theirs) and not any(
        differs(x, y) for (_, a), (_, b) in zip(mine, theirs) for (_, x), (_, y) in zip(_parts("", a), _parts("", b))
    )


def describe(value: Any) -> str:
    """A value in short: shape, type, and its numbers if they are few, else their range."""
    array = array_of(value)
    if array is None or not array.ndim:
        return _short(repr(value) if array is None else f"{value}" if isinstance(value, str) else repr(array[()].item()))
    kind = "array" if isinstance(value, np.ndarray) else "tensor"
    what = f"{kind} {array.shape} {array.dtype}"
    if array.size <= SMALL:
        with np.printoptions(precision=5, suppress=True, linewidth=90):
            return f"{what}\n{array}" if array.size else what
    if not _is_numeric(array, array):
        return what
    finite = array[np.isfinite(array)]
    strange = array.size - finite.size
    spread = f", from {finite.min():.5g} to {finite.max():.5g}" if finite.size and array.dtype.kind != "c" else ""
    first = ", ".join(f"{x:.5g}" for x in array.ravel()[:4])
    return f"{what}{spread}{f', {strange} of them inf or nan' if strange else ''}: {first}, ..."


def array_of(value: Any) -> np.ndarray | None:
    """Numbers as an array; none for anything else."""
    if isinstance(value, Handle):  # asking it for anything would be one more call
        return None
    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    if isinstance(value, (np.ndarray, np.generic, bool, int, float, complex)):
        found = np.asarray(value)
        return found if found.dtype.kind in "biufcSU" else None
    return None


def _is_numeric(*arrays: np.ndarray) -> bool:
    return all(a.dtype.kind in "biufc" for a in arrays)


def _parts(name: str, value: Any, depth: int = 0) -> list[tuple[str, Any]]:
    """A container as its parts."""
    if depth < DEEPEST and isinstance(value, dict) and value:
        return [part for key, inner in value.items() for part in _parts(f"{name}[{key!r}]", inner, depth + 1)]
    if depth < DEEPEST and isinstance(value, (list, tuple)) and value and not all(isinstance(v, (int, float)) for v in value):
        return [part for i, inner in enumerate(value) for part in _parts(f"{name}[{i}]", inner, depth + 1)]
    return [(name, np.asarray(value))] if isinstance(value, (list, tuple)) and value else [(name, value)]


def _labelled(label: str, text: str) -> list[str]:
    first, *rest = text.splitlines() or [""]
    return [f"    {label:<{LABEL}}{first}", *(" " * (LABEL + 4) + line for line in rest)]


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
