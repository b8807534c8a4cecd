"""A forward that is right where it is graded, and wrong where its backward is: that is no slip.

Follow-through is for a forward that went wrong. Every listed mistake and every mutant that counts fails some test of the
forward's own. One that passes them all has a second face (code can see whether a backward is defined beside it, or go by the
shapes of its arguments) whose derivative is easier, and earns the backward nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from autograder.checks.finding import Finding
from autograder.checks.slip import Judge, WrongForward
from autograder.grading.slips import Slips
from autograder.suites.examiner import TestRun
from autograder.suites.outcome import Judgement, Outcome
from autograder.suites.student import Student

SAID = (
    "your forward is right where it is tested by itself, and another one here; the backward must be that of the right forward"
)


def unless_right_by_itself(judge: Judge, slips: Slips, student: Student, earned: Mapping[str, float]) -> Judge:
    """`earned`: exercise -> the share of its points that the submission has by itself."""

    def is_slip(wrong: WrongForward) -> bool:
        owners = slips.owners(student.calls)
        if owners and all(earned.get(e.id, 0.0) >= 1 for e in owners):
            return False
        return judge(wrong)

    return is_slip


def without_second_face(runs: Sequence[TestRun]) -> list[TestRun]:
    """Where forward and backward are one exercise: if all tests pass, none may have followed a wrong forward."""
    if not all(run.passed for run in runs):
        return list(runs)
    return [
        replace(run, judgement=Judgement(Outcome.FAILED, Finding(SAID), seconds=run.judgement.seconds)) if run.followed else run
        for run in runs
    ]
