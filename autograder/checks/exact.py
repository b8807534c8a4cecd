"""Checks with no tolerance in them: equality, shape, range, and a property in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograder.checks.close import assert_close, check_keys, check_length, check_same, wrong_type
from autograder.checks.failure import CheckFailed
from autograder.checks.locate import describe_wrong
from autograder.checks.values import need_numbers, read_numbers


def assert_equal(actual: Any, expected: Any, name: str = "the result") -> None:
    """Exactly equal: text, booleans, whole numbers, labels, and containers of these.

    Lists and tuples are interchangeable, and so are the forms of a number; True is not 1.
    """
    if type(expected) in (list, tuple):
        check_length(actual, expected, name)
        for i, (left, right) in enumerate(zip(actual, expected)):
            assert_equal(left, right, f"{name}[{i}]")
    elif type(expected) is dict:
        check_keys(actual, expected, name)
        for key, right in expected.items():
            assert_equal(actual[key], right, f"{name}[{key!r}]")
    elif read_numbers(expected) is not None:
        assert_close(actual, expected, name, rtol=0.0, atol=0.0)
    else:
        check_same(actual, expected, name)


def assert_shape(actual: Any, shape: Sequence[int], name: str = "the result") -> None:
    """An array (of any library and dtype) of exactly this shape."""
    wanted = tuple(int(n) for n in shape)
    got = need_numbers(actual, name, f"an array of shape {wanted}")
    if got.data.shape != wanted:
        raise CheckFailed(
            f"{name} has shape {got.data.shape}, expected {wanted}",
            where={"output": name, "reason": "shape", "shape": got.data.shape, "expected_shape": wanted},
        )


def assert_between(value: Any, low: float, high: float, name: str = "the result") -> None:
    """Every entry lies in [low, high]. The bounds are told to the student: they belong to the statement."""
    got = need_numbers(value, name, "numbers")
    if got.kind == "complex":
        raise wrong_type(value, "real numbers", name)
    with np.errstate(invalid="ignore"):
        wrong = ~((got.data >= low) & (got.data <= high))
    if wrong.any():
        words = f"are not between {low:g} and {high:g}"
        clause, where = describe_wrong(wrong, verb=words)
        data = got.data.astype(float)
        raise CheckFailed(
            f"{name}: {clause}",
            f"smallest {np.min(data):.10g}, greatest {np.max(data):.10g}",
            actual=got.data,
            where={"output": name, "reason": "range", **where},
        )


def assert_true(condition: Any, message: str) -> None:
    """A property in the suite's own words. The message is shown to students as it stands."""
    got = read_numbers(condition)
    if got is None or not got.is_scalar or not bool(got.data) or got.data != got.data:
        raise CheckFailed(message, where={"reason": "property"})
