"""A grader for hand-ins that come one by one, without a queue, a gradebook or pages; else as in `gradmark grade`.

`python -I -m autograder.runs.hand_in_grader` grades one, told by JSON on stdin. It notes every exercise when it is done, so
that a time limit costs only what is not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar, cast

from autograder.basics.files import replace_text
from autograder.course.load import Course
from autograder.course.model import Exercise
from autograder.errors import UserError
from autograder.grading.devices import Slot
from autograder.grading.plan import Plan
from autograder.grading.rehearsal import try_worker
from autograder.grading.results import ExerciseResult, SubmissionResult
from autograder.grading.slicer import Sliced
from autograder.grading.submission import Grading
from autograder.grading.workers import JailRefused, ZygotePool
from autograder.intake.places import Found
from autograder.intake.submission import Submission
from autograder.jail import session
from autograder.jail.policy import Level
from autograder.jail.probe import require
from autograder.runs.bundle import selection_of
from autograder.runs.one_hand_in import DONE, NAME, REFUSED, RESULT
from autograder.suites import memory
from autograder.suites.runner import SuiteRunner, with_suites
from autograder.worker import torch_compiler
from autograder.worker.starting import StartedZygote

T = TypeVar("T")


class NotedGrading(Grading):
    noted: Path

    def exercise(
        self, exercise: Exercise, read: Submission, found: Sliced, done: Mapping[str, ExerciseResult]
    ) -> ExerciseResult:
        """Before the next one begins, those that are done are written down."""
        replace_text(self.noted, json.dumps([result.model_dump() for result in done.values()]))
        return super().exercise(exercise, read, found, done)


def with_grader(
    bundle: Path,
    isolation: str,
    hints: str,
    submission_seconds: float | None,
    work: Callable[[Callable[[Path, Path], SubmissionResult]], T],
    ahead: Mapping[str, StartedZygote] = MappingProxyType({}),
    quick: bool = False,
) -> T:
    """Calls `work` with a function (folder of a hand-in, folder for notes) -> result.

    `ahead`: zygotes that run already. `quick`: there will be one hand-in only.
    """
    torch_compiler.leave_out()
    plan = Plan.make(
        Course(bundle),
        selection_of(bundle),
        isolation=isolation,
        hints=hints,
        submission_seconds=submission_seconds,
    )
    pool = ZygotePool(plan.isolation, Slot(), quick, ahead)
    for runtime in plan.runtimes:
        pool.get(runtime)  # starts while we probe and collect

    def inside(runner: SuiteRunner) -> T:
        if problem := try_worker(pool, plan.runtimes[0]):
            raise UserError(f"no worker can be started on this machine ({problem}); see: gradmark doctor")
        grading = NotedGrading(plan, runner, pool)
        memory.limit(memory.OF_A_GRADER)

        def grade(hand_in: Path, home: Path) -> SubmissionResult:
            grading.noted = home / DONE
            try:
                return grading.submission(NAME, Found(NAME, hand_in))
            except JailRefused as error:
                raise UserError(str(error)) from None

        return work(grade)

    try:
        if isolation != "none":
            require(cast(Level, isolation))
        root = plan.assignment.folder
        return with_suites(plan.hidden_files, plan.exercises_of_module, inside, root=root, public=plan.public_files)
    except JailRefused as error:
        raise UserError(str(error)) from None
    finally:
        pool.close()


def main() -> None:
    order = json.loads(sys.stdin.read())
    session.die_with_parent(order["parent"])
    bundle, hand_in, home = (Path(order[name]) for name in ("bundle", "hand_in", "home"))
    settings = order["isolation"], order["hints"], order["submission_seconds"]
    try:
        result = with_grader(bundle, *settings, lambda grade: grade(hand_in, home), quick=True)
    except UserError as error:
        print(error, file=sys.stderr)
        sys.exit(REFUSED)
    replace_text(home / RESULT, result.model_dump_json())


if __name__ == "__main__":
    main()
