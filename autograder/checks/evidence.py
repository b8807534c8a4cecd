"""What a failure seems to be, told as firmly as the evidence allows: on one draw a relation may hold by accident.

A sentence ("your dW is transposed") is told as such only if the same holds on a second, independent draw of the same test.
Where that draw shows a wrong answer to which it does not apply, nothing is told. Where there is no such draw (the inputs of the
test are fixed, the second one passes or could not be run), another failed test of the exercise that shows the same on
other numbers is as good; without one it "may be".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from autograder.checks.array_pair import Relation
from autograder.checks.failure import CheckFailed
from autograder.checks.finding import Finding

BY_LENGTH = ("factor",)
"""Kinds whose numbers are lengths of axes, which a test may draw."""


def reworded(failure: CheckFailed, again: CheckFailed | None, others: Sequence[CheckFailed]) -> Finding:
    """What a student reads of a failure, by what its second draw (None: none that failed) and other failed tests show."""
    if not failure.relations:
        return failure.finding
    told = failure.relations[0]
    if again is not None and _same_output(failure, again) and not _same_numbers(failure, again):
        firm = next((r for r in failure.relations if _holds(r, failure, again)), None)
        return replace(failure.finding, seems=firm.sentence if firm else "")
    if any(_holds(told, failure, other) for other in others if not _same_numbers(failure, other)):
        return failure.finding
    return replace(failure.finding, seems=told.sentence, firm=False)


def _holds(relation: Relation, failure: CheckFailed, other: CheckFailed) -> bool:
    return _meaning(relation, failure) in [_meaning(r, other) for r in other.relations]


def _meaning(relation: Relation, failure: CheckFailed) -> tuple[str, str]:
    """What a sentence says, whatever the output is called."""
    name = str(failure.where.get("output", "")).removeprefix("the ")
    words = re.sub(rf"\byour {re.escape(name)}(?!\w)", "it", relation.sentence).removeprefix("there ")
    return relation.kind, re.sub(r"\d+", "#", words) if relation.kind in BY_LENGTH else words


def _same_output(a: CheckFailed, b: CheckFailed) -> bool:
    return a.where.get("output") == b.where.get("output") and a.where.get("reason") == b.where.get("reason")


def _same_numbers(a: CheckFailed, b: CheckFailed) -> bool:
    """The same right and wrong answer seen once more is not further evidence."""
    return _equal(a.expected, b.expected) and _equal(a.actual, b.actual)


def _equal(a: np.ndarray, b: np.ndarray) -> bool:
    return np.shape(a) == np.shape(b) and bool(np.array_equal(a, b))
