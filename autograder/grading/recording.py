"""From runs of tests to the records that are kept: in weights first, then in the points of a selection."""

from __future__ import annotations

from collections.abc import Sequence

from autograder.basics.text import seen
from autograder.checks.finding import Finding
from autograder.course import Exercise
from autograder.grading.diagnose import Told
from autograder.grading.results import Code, ExerciseResult, TestResult
from autograder.grading.slicer import MOST_NOTES, NOTE_CAP
from autograder.intake.model import Slice
from autograder.suites.examiner import TestRun
from autograder.suites.student_error import raised

CALL_FAILED = raised("TypeError")
"""What is said of a call that did not reach the student's own lines."""


def test_result(run: TestRun, told: Told) -> TestResult:
    test, judgement = run.test, run.judgement
    return TestResult(
        id=test.id,
        title=test.title,
        outcome=judgement.outcome,
        earned=test.weight if judgement.passed else 0.0,
        possible=test.weight,
        finding=told.finding,
        detail=judgement.detail,
        seed=run.seed,
        mistake=told.mistake,
        hint=told.hint,
        firm=told.firm,
        picture=told.picture,  # type: ignore[arg-type]
        answered=bool(getattr(judgement.failure, "where", {}).get("in_place")),
    )


def with_mismatches(result: ExerciseResult, exercise: Exercise, piece: Slice) -> tuple[ExerciseResult, list[str]]:
    """A failure whose answer cannot be called as the task says is told so, in place of Python's complaint or as a note."""
    said = [piece.mismatches[name][:NOTE_CAP] for name in exercise.names if name in piece.mismatches]
    if not said or all(t.passed for t in result.tests):
        return result, []
    told = 0
    for t in result.tests:
        if t.finding.what == CALL_FAILED and not t.finding.places:
            t.finding, told = Finding(said[0]), told + 1
    return result, said[1:] if told else said


def scaled(result: ExerciseResult, exercise: Exercise, notes: Sequence[str] = (), code: Sequence[Code] = ()) -> ExerciseResult:
    """Weights become points of this selection; notes and code are those of this submission."""
    factor = exercise.points / (sum(t.possible for t in result.tests) or 1.0)
    for t in result.tests:
        t.possible = round(t.possible * factor, 6)
        t.earned = round(t.earned * factor, 6)
    result.possible = exercise.points
    all_passed = bool(result.tests) and all(t.passed for t in result.tests)
    result.earned = exercise.points if all_passed else round(sum(t.earned for t in result.tests), 6)
    result.notes = [seen(note[:NOTE_CAP]) for note in notes[:MOST_NOTES]]
    result.code = list(code)
    return result
