"""A second draw of failed tests: what a failure seems to be is told firmly only if it holds on other inputs, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from autograder.checks import CheckFailed
from autograder.checks.evidence import reworded
from autograder.suites.runner import Outcome


def claims(outcome: Outcome) -> bool:
    """Whether a failure says what it seems to be."""
    return isinstance(outcome.failure, CheckFailed) and bool(outcome.failure.relations)


def settled(outcomes: Sequence[Outcome], draw_again: Callable[[int], Outcome | None]) -> list[Outcome]:
    """The outcomes of an exercise's tests, as firm as the evidence.

    `draw_again(i)` runs test i with another seed, or answers None where that takes too long.
    """
    found = list(outcomes)
    for i, outcome in enumerate(outcomes):
        if isinstance(outcome.failure, CheckFailed) and claims(outcome):
            again = draw_again(i)
            second = again.failure if again is not None else None
            others = [o.failure for o in outcomes if o is not outcome and isinstance(o.failure, CheckFailed)]
            words = reworded(outcome.failure, second if isinstance(second, CheckFailed) else None, others)
            found[i] = replace(outcome, public=words)
    return found
