"""Grades one hand-in with a bundle, in a process of its own (`hand_in_grader.py`).

Little is imported before it is needed: who calls this waits for that process anyway.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.basics.threads import ONE_THREAD
from autograder.checks.finding import Finding
from autograder.errors import UserError
from autograder.grading.results import ExerciseResult, SubmissionResult, TestResult
from autograder.suites.outcome import Outcome

if TYPE_CHECKING:
    from autograder.course.model import Exercise, Selection

NAME = "submission"
RESULT, DONE = "result.json", "done.json"
REFUSED = 2
TRIES = 2
NOT_DONE = "Not graded: the time for this submission was used up before. Very slow code may be the reason."


def grade_one(
    bundle: Path,
    hand_in: Path,
    home: Path,
    isolation: str,
    hints: str,
    seconds: float | None = None,
    submission_seconds: float | None = None,
) -> SubmissionResult:
    """The result of a student's folder; after so many seconds, what there is of it. `home` is for files on the way."""
    order = {"bundle": bundle, "hand_in": hand_in, "home": home, "isolation": isolation, "hints": hints}
    told = {name: str(value) for name, value in order.items()}
    text = json.dumps({**told, "submission_seconds": submission_seconds, "parent": os.getpid()})
    end = None if seconds is None else time.monotonic() + seconds
    words = ""
    for _ in range(TRIES):
        with tempfile.TemporaryFile("w+") as errors:
            try:
                done = subprocess.run(
                    [sys.executable, "-I", "-m", "autograder.runs.hand_in_grader"],
                    input=text,
                    text=True,
                    cwd=home,
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                    env={**os.environ, **ONE_THREAD},
                    timeout=None if end is None else max(0.0, end - time.monotonic()),
                )
            except subprocess.TimeoutExpired:
                from autograder.runs.bundle import selection_of

                return unfinished(selection_of(bundle), home / DONE)
            errors.seek(0)
            words = errors.read()[-3000:].strip()
        if done.returncode == 0:
            return SubmissionResult.model_validate_json((home / RESULT).read_text(encoding="utf-8"))
        if done.returncode == REFUSED:
            raise UserError(words)
    raise UserError(f"grading stopped; the grader's last words:\n{words}")


# --- when the time is up ------------------------------------------------------------------------------------------


def unfinished(selection: Selection, noted: Path) -> SubmissionResult:
    """Exercises that are done, and the others with no points."""
    from autograder.grading.recording import scaled

    found = json.loads(noted.read_text(encoding="utf-8")) if noted.is_file() else []
    done = {e["id"]: ExerciseResult.model_validate(e) for e in found}
    exercises = [scaled(done.get(e.id) or not_done(e), e) for e in selection.exercises]
    return SubmissionResult(
        submission=NAME,
        assignment=selection.assignment.name,
        score=round(sum(e.earned for e in exercises), 6),
        possible=selection.possible,
        exercises=exercises,
        notes=["The time was used up before everything was graded; what is not done has no points."],
    )


def not_done(e: Exercise) -> ExerciseResult:
    test = TestResult(id=e.id, title=e.title, outcome=Outcome.INCONCLUSIVE, earned=0, possible=1, finding=Finding(NOT_DONE))
    return ExerciseResult(id=e.id, earned=0, possible=0, tests=[test])
