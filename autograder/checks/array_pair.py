"""A wrong and a right array, and when a relation between them is evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from autograder.checks.locate import axis_noun


@dataclass(frozen=True)
class Relation:
    """`kind` for machines, `sentence` for the student."""

    kind: str
    sentence: str


@dataclass(frozen=True)
class Pair:
    actual: np.ndarray
    expected: np.ndarray
    sizes: Mapping[str, int]
    name: str
    axes: Sequence[str] | None
    rtol: float

    def same(self, left: np.ndarray, right: np.ndarray) -> bool:
        """Equal to rounding, measured by the greatest entry of the right one."""
        if left.shape != right.shape:
            return False
        scale = float(np.abs(right).max(initial=0.0))
        return bool((np.abs(left - right) <= self.rtol * scale + 1e-300).all())

    @cached_property
    def informative(self) -> bool:
        return informative(self.expected)

    def noun(self, axis: int) -> tuple[str, str]:
        return axis_noun(axis, self.expected.ndim, self.axes)


def informative(values: np.ndarray) -> bool:
    """Whether a match with these values is evidence, and no accident of few or round numbers."""
    flat = values.ravel()
    distinct = len(np.unique(np.round(flat / (np.abs(flat).max() or 1.0), 9)))
    if bool((flat == np.round(flat)).all()):
        return distinct >= 8
    return distinct >= 4 if flat.size >= 4 else flat.size >= 2 and distinct == flat.size
