"""A second draw of failed tests: what a failure seems to be is told firmly only if it holds on other inputs, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from autograder.checks import CheckFailed
from autograder.checks.evidence import reworded
from autograder.suites.outcome import Judgement


def claims(judgement: Judgement) -> bool:
    """Whether a failure says what it seems to be."""
    return isinstance(judgement.failure, CheckFailed) and bool(judgement.failure.relations)


def settled(judgements: Sequence[Judgement], draw_again: Callable[[int], Judgement | None]) -> list[Judgement]:
    """What an exercise's tests say, as firmly as the evidence allows.

    `draw_again(i)` runs test i with another seed, or answers None where that takes too long.
    """
    found = list(judgements)
    for i, judgement in enumerate(judgements):
        if isinstance(judgement.failure, CheckFailed) and claims(judgement):
            again = draw_again(i)
            second = again.failure if again is not None else None
            others = [j.failure for j in judgements if j is not judgement and isinstance(j.failure, CheckFailed)]
            finding = reworded(judgement.failure, second if isinstance(second, CheckFailed) else None, others)
            found[i] = replace(judgement, finding=finding)
    return found
