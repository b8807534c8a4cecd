"""Thresholds for trained models. That they tell right from wrong is measured by the audit and written into the proof."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from autograder.checks.failure import CheckFailed
from autograder.checks.values import need_numbers


@dataclass(frozen=True)
class Threshold:
    """A number that a trained model must reach: `Threshold(0.93, "at least")`."""

    value: float
    direction: Literal["at least", "at most"] = "at least"

    def __post_init__(self) -> None:
        if self.direction not in ("at least", "at most"):
            raise ValueError(f"direction must be 'at least' or 'at most', not {self.direction!r}")
        if not math.isfinite(self.value):
            raise ValueError("a threshold must be finite")

    def reached(self, measured: float) -> bool:
        """NaN reaches nothing."""
        return measured >= self.value if self.direction == "at least" else measured <= self.value


_watching: list[list[tuple[str, Threshold, float]]] = []


@contextmanager
def watched_thresholds() -> Iterator[list[tuple[str, Threshold, float]]]:
    """Collects name, threshold and measured value of all that are asked inside: an audit's power statement."""
    seen: list[tuple[str, Threshold, float]] = []
    _watching.append(seen)
    try:
        yield seen
    finally:
        _watching.remove(seen)


def check_threshold(measured: Any, threshold: Threshold, name: str = "the score") -> float:
    """Raise `CheckFailed` unless the number reaches the threshold. Students are told it, not their score."""
    numbers = need_numbers(measured, name, "a number")
    if not numbers.is_scalar or numbers.kind not in ("float", "int"):
        raise CheckFailed(f"{name}: expected a number, got {numbers.describe()}", where={"output": name, "reason": "type"})
    value = float(numbers.data)
    for seen in _watching:
        seen.append((name, threshold, value))
    if threshold.reached(value):
        return value
    why = "is NaN" if math.isnan(value) else f"is not {threshold.direction} {threshold.value:g}"
    raise CheckFailed(
        f"{name} {why}",
        f"measured {value:.6g}, required {threshold.direction} {threshold.value:g}",
        where={"output": name, "reason": "nan" if math.isnan(value) else "threshold"},
    )


def threshold(
    value: Any,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
    name: str = "the score",
) -> float:
    """`threshold(accuracy, at_least=0.93, name="test accuracy")`."""
    if (at_least is None) == (at_most is None):
        raise ValueError("pass either at_least or at_most")
    if at_least is not None:
        return check_threshold(value, Threshold(at_least, "at least"), name)
    assert at_most is not None
    return check_threshold(value, Threshold(at_most, "at most"), name)
