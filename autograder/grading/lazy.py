"""Answers that compute nothing: None, zeros, one constant, the input itself. They are told as what they are.

Such an answer agrees with many a listed mistake by accident (a product with zeros is zero), and says nothing about what its
author got wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from autograder.suites.agreement import agree, as_array
from autograder.suites.student import Call, Function, Handle

SAID = {
    "none": "{name} returns None, whatever it is given. Is a `return` missing?",
    "zeros": "{name} returns only zeros, whatever it is given. Is the result ever written to?",
    "same": "{name} returns the same, whatever it is given: its result does not depend on its input yet.",
    "input": "{name} returns what it is given, unchanged.",
}
ANSWERS = {"call": "result", "vjp": "outputs"}
"""Exchange -> where its reply holds what the function returned."""
FEWEST = 2
"""Calls with different arguments that must show it."""


def kinds_of_answers(calls: Iterable[Call], names: Sequence[str], fewest: int = FEWEST) -> dict[str, str]:
    """Function -> which kind of nothing it computes, "" for those that compute something."""
    return {name: _kind(answered, fewest) for name, answered in _by_function(calls, names).items()}


def called_function(call: Call) -> str:
    """The name of the submission that this exchange calls, or ""."""
    target = call.values.get("target") if call.operation in ANSWERS else None
    return target.__name__ if isinstance(target, Function) else ""


def numbers_in(value: Any) -> Iterator[np.ndarray]:
    """Every number and array of numbers in a result, as arrays."""
    if isinstance(value, Handle):
        return
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from numbers_in(part)
    elif (array := as_array(value)) is not None and array.size:
        yield array


def _by_function(calls: Iterable[Call], names: Sequence[str]) -> dict[str, list[Call]]:
    found: dict[str, list[Call]] = {}
    for call in calls:
        if call.error is None and isinstance(call.result, dict) and (name := called_function(call)) in names:
            found.setdefault(name, []).append(call)
    return found


def _kind(calls: Sequence[Call], fewest: int) -> str:
    if len(calls) < fewest or (fewest > 1 and not _asked_differently(calls)):
        return ""
    results = [_returned(call) for call in calls]
    if all(result is None for result in results):
        return "none"
    parts = [list(numbers_in(result)) for result in results]
    if not all(parts):
        return ""
    if all(not array.any() for part in parts for array in part):
        return "zeros"
    if all(any(_same(array, given) for given in _given(call)) for call, part in zip(calls, parts) for array in part):
        return "input"
    first = parts[0][0].flat[0]
    if all((array == first).all() for part in parts for array in part):
        return "same"
    if len(calls) > 1 and all(agree(result, results[0]) for result in results[1:]):
        return "same"
    return ""


def _returned(call: Call) -> Any:
    result = call.result.get(ANSWERS[call.operation])
    if call.operation == "vjp" and not any(part is not None for part in result):
        return None  # a function that was differentiated has a list of outputs, whatever it returned
    return result


def _asked_differently(calls: Sequence[Call]) -> bool:
    asked = [list(_given(call)) for call in calls]
    return any(len(a) != len(asked[0]) or not all(map(_same, a, asked[0])) for a in asked[1:])


def _given(call: Call) -> Iterator[np.ndarray]:
    yield from numbers_in([call.values.get(key, []) for key in ("args", "kwargs", "inputs")])


def _same(a: np.ndarray, b: np.ndarray) -> bool:
    return a.shape == b.shape and bool(np.array_equal(a, b))
