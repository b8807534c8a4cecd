"""feedback.json: the part of a result that its student may have, for other channels."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from autograder.grading.results import SCHEMA, ExerciseResult, SubmissionResult, TestResult

if TYPE_CHECKING:
    from autograder.reports.marks import Marks


def feedback_data(result: SubmissionResult, marks: Marks | None = None) -> dict[str, Any]:
    """Named field by field: what is added to a result for staff does not get out by itself."""
    by_people = {} if marks is None else {"by_people": marks.as_dict()}
    return {
        "schema_version": SCHEMA,
        "submission": result.submission,
        "assignment": result.assignment,
        "score": result.score,
        "possible": result.possible,
        "notes": result.notes,
        "exercises": [_exercise(e) for e in result.exercises],
        **by_people,
    }


def feedback_json(result: SubmissionResult, marks: Marks | None = None) -> str:
    return json.dumps(feedback_data(result, marks), ensure_ascii=False) + "\n"


def _exercise(e: ExerciseResult) -> dict[str, Any]:
    return {
        "id": e.id,
        "earned": e.earned,
        "possible": e.possible,
        "followed_through": e.followed_through,
        "credit": e.credit,
        "notes": e.notes,
        "hints": [hint for _, hint in e.titled_hints],
        "tests": [_test(t) for t in e.tests],
    }


def _test(t: TestResult) -> dict[str, Any]:
    """Neither seed nor detail; no id either, since a parameter in it may be a hidden value."""
    shown: dict[str, Any] = {
        "title": t.title,
        "outcome": t.outcome,
        "earned": t.earned,
        "possible": t.possible,
        "message": t.message,
    }
    if t.picture is not None and not t.passed:
        shown["picture"] = t.picture.model_dump(exclude_defaults=True)
    return shown
