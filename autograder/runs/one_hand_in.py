"""Grades one hand-in with a bundle, in a process of its own: `python -m autograder.runs.one_hand_in`, told by JSON on stdin.

As a grader of `gradmark grade` does it, without a queue, a gradebook or pages. The process notes every exercise when it is
done, so that a time limit costs only what is not.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from autograder.basics.files import replace_text
from autograder.basics.threads import ONE_THREAD
from autograder.checks.finding import Finding
from autograder.course.load import Course
from autograder.course.model import Exercise, Selection
from autograder.errors import UserError
from autograder.grading.devices import Slot
from autograder.grading.plan import Plan
from autograder.grading.recording import scaled
from autograder.grading.rehearsal import try_worker
from autograder.grading.results import ExerciseResult, SubmissionResult, TestResult
from autograder.grading.slicer import Sliced
from autograder.grading.submission import Grading
from autograder.grading.workers import JailRefused, ZygotePool
from autograder.intake.places import Found
from autograder.intake.submission import Submission
from autograder.jail.policy import Level
from autograder.jail.probe import require
from autograder.runs.bundle import selection_of
from autograder.runs.grader_process import die_with_parent
from autograder.suites.outcome import Outcome
from autograder.suites.runner import SuiteRunner, with_suites

NAME = "submission"
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
    if isolation != "none":
        require(cast(Level, isolation))
    order = {"bundle": bundle, "hand_in": hand_in, "home": home, "isolation": isolation, "hints": hints}
    text = json.dumps(
        {name: str(value) for name, value in order.items()} | {"submission_seconds": submission_seconds}
    )
    end = None if seconds is None else time.monotonic() + seconds
    words = ""
    for _ in range(TRIES):
        with tempfile.TemporaryFile("w+") as errors:
            try:
                done = subprocess.run(
                    [sys.executable, "-m", "autograder.runs.one_hand_in"], input=text, text=True, cwd=home,
                    stdout=subprocess.DEVNULL, stderr=errors, env={**os.environ, **ONE_THREAD},
                    timeout=None if end is None else max(0.0, end - time.monotonic()),
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                return unfinished(selection_of(bundle), home / "done.json")
            errors.seek(0)
            words = errors.read()[-3000:].strip()
        if done.returncode == 0:
            return SubmissionResult.model_validate_json((home / "result.json").read_text(encoding="utf-8"))
        if done.returncode == REFUSED:
            raise UserError(words)
    raise UserError(f"grading stopped; the grader's last words:\n{words}")


# --- when the time is up ------------------------------------------------------------------------------------------


def unfinished(selection: Selection, noted: Path) -> SubmissionResult:
    """Exercises that are done, and the others with no points."""
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
    test = TestResult(
        id=e.id, title=e.title, outcome=Outcome.INCONCLUSIVE, earned=0, possible=1, finding=Finding(NOT_DONE)
    )
    return ExerciseResult(id=e.id, earned=0, possible=0, tests=[test])


# --- the process that grades --------------------------------------------------------------------------------------


class NotedGrading(Grading):
    noted: Path

    def exercise(
        self, exercise: Exercise, read: Submission, found: Sliced, done: Mapping[str, ExerciseResult]
    ) -> ExerciseResult:
        """Before the next one begins, those that are done are written down."""
        replace_text(self.noted, json.dumps([result.model_dump() for result in done.values()]))
        return super().exercise(exercise, read, found, done)


def run(
    bundle: Path, hand_in: Path, home: Path, isolation: str, hints: str, submission_seconds: float | None
) -> None:
    plan = Plan.make(
        Course(bundle),
        selection_of(bundle),
        isolation=isolation,
        hints=hints,
        submission_seconds=submission_seconds,
    )
    pool = ZygotePool(plan.isolation, Slot())
    for runtime in {e.runtime for e in plan.exercises} | {"numpy"}:
        pool.get(runtime)  # starts while we collect

    def work(runner: SuiteRunner) -> SubmissionResult:
        if problem := try_worker(pool, "numpy"):
            raise UserError(f"no worker can be started on this machine ({problem}); see: gradmark doctor")
        grading = NotedGrading(plan, runner, pool)
        grading.noted = home / "done.json"
        return grading.submission(NAME, Found(NAME, hand_in))

    try:
        root = plan.assignment.folder
        result = with_suites(
            plan.hidden_files, plan.exercises_of_module, work, root=root, public=plan.public_files
        )
    finally:
        pool.close()
    replace_text(home / "result.json", result.model_dump_json())


def main() -> None:
    die_with_parent()
    order = json.loads(sys.stdin.read())
    bundle, hand_in, home = (Path(order[name]) for name in ("bundle", "hand_in", "home"))
    try:
        run(bundle, hand_in, home, order["isolation"], order["hints"], order["submission_seconds"])
    except (UserError, JailRefused) as error:
        print(error, file=sys.stderr)
        sys.exit(REFUSED)


if __name__ == "__main__":
    main()
