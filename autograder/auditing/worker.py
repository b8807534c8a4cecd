"""`python -m autograder.auditing.worker`: audits some exercises of one module. Its job comes on stdin, as JSON.

What it finds out goes into the cache; on stdout it only says how far it has come, one JSON object per line.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import warnings
from pathlib import Path
from typing import Any

from autograder.auditing.exercise_trial import Trial
from autograder.auditing.record import load_record, save_record
from autograder.auditing.subject_trials import Wanted, audit_exercise, work_for
from autograder.course import Course
from autograder.errors import UserError
from autograder.grading.plan import Plan
from autograder.suites.runner import SuiteRunner, with_suites


def main() -> int:
    job = json.loads(sys.stdin.read())
    tell = _own_stdout()
    warnings.simplefilter("ignore")
    try:
        audit(job, tell, Stop())
    except UserError as error:
        tell({"error": str(error)})
    except KeyboardInterrupt:
        return 130
    return 0


def audit(job: dict[str, Any], tell: Any, stop: Stop) -> None:
    course, wanted = Course(Path(job["root"])), Wanted(**job["wanted"])
    assignment = course.assignment(job["assignment"])
    exercises = [assignment.get(name) for name in job["exercises"]]
    plan = Plan.make(course, assignment.select(job["exercises"]), seed=0)
    module = exercises[0].module
    # Which exercise a test belongs to is decided with all exercises of the module in sight.
    files = [assignment.concept(module).hidden]

    def work(runner: SuiteRunner) -> None:
        _one_thread()
        for e in exercises:
            if not runner.of(e.id):
                raise UserError(f"{files[0]}: no test for the exercise {e.id}; mark one with @exercise({e.id!r})")
            record = load_record(course, assignment, e)
            todo = work_for(course, assignment, e, wanted, record)
            tell({"exercise": e.id, "total": todo.steps(record)})
            trial = Trial(plan, runner, e)
            trial.grading.alive = stop.check
            audit_exercise(
                trial,
                record,
                todo,
                save=lambda: save_record(course, assignment, record),  # noqa: B023
                step=lambda count: tell({"exercise": e.id, "done": count}),  # noqa: B023
            )
            tell({"exercise": e.id, "finished": True})

    with_suites(files, {module: plan.exercises_of_module[module]}, work, root=assignment.folder)


def _own_stdout() -> Any:
    """What a subject prints must not get into our protocol."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)

    def tell(message: dict[str, Any]) -> None:
        print(json.dumps(message), file=out, flush=True)

    return tell


def _one_thread() -> None:
    """The processes share the cores; threads of one would only be in the way of the others."""
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)


class Stop:
    """SIGTERM, or the end of the command. The subject that runs then may catch the exception, and must not be blamed for it:
    it is raised again."""

    def __init__(self) -> None:
        self.asked = False
        self.worker, self.command = os.getpid(), os.getppid()
        signal.signal(signal.SIGTERM, self._now)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches us as well; the command handles it, and ends us

    def _now(self, signum: int, frame: object) -> None:
        self.asked = True
        raise KeyboardInterrupt

    def check(self) -> None:
        above = self.command if os.getpid() == self.worker else self.worker  # a mutant's own process is a child of ours
        if self.asked or os.getppid() != above:
            raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
