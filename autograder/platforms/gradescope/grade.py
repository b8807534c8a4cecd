"""What the grading process of a Gradescope container does: grade the submission, write results.json.

`python -m autograder.platforms.gradescope.grade ROOT` is for setup.sh: it loads all that grading loads, so that Python keeps it
compiled in the image, and whoever builds the image hears of what cannot be loaded.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from pydantic import ValidationError

from autograder.basics.words import speaking
from autograder.course.load import Course
from autograder.errors import UserError
from autograder.grading.plan import Plan
from autograder.jail import grants, uids
from autograder.jail.probe import probe
from autograder.platforms.gradescope.results import Settings, report
from autograder.platforms.gradescope.run import write
from autograder.runs.bundle import is_exam_bundle, language_of, selection_of
from autograder.runs.hand_in_grader import with_grader
from autograder.runs.one_hand_in import DONE, unfinished
from autograder.suites.reference import load_reference
from autograder.suites.runner import SuiteRunner, with_suites
from autograder.worker.starting import StartedZygote


def grade_and_report(
    root: Path, results: Path, home: Path, start: float, ahead: Mapping[str, StartedZygote] = MappingProxyType({})
) -> None:
    """`ahead`: zygotes that were started already."""
    settings = read_settings(root / "source" / "settings.json")
    bundle = root / "source" / "course"
    if is_exam_bundle(bundle):
        # Here and not above: it takes long, and only exams need it.
        from autograder.platforms.gradescope.exam import judge_and_report

        judge_and_report(root, results, settings, start)
        return
    if settings.isolation == "none":
        refuse_unless_apart()
    found = with_grader(
        bundle,
        settings.isolation,
        settings.hints,
        settings.submission_seconds,
        lambda grade: grade(root / "submission", home),
        ahead,
    )
    with speaking(language_of(bundle)):
        write(results, report(found, selection_of(bundle), settings, time.monotonic() - start))


def report_unfinished(root: Path, results: Path, home: Path, start: float) -> None:
    settings = read_settings(root / "source" / "settings.json")
    bundle = root / "source" / "course"
    if is_exam_bundle(bundle):
        return  # takes a moment; what is there says that it was not graded
    chosen = selection_of(bundle)
    with speaking(language_of(bundle)):
        write(results, report(unfinished(chosen, home / DONE), chosen, settings, time.monotonic() - start))


def read_settings(path: Path) -> Settings:
    try:
        return Settings.model_validate_json(path.read_text(encoding="utf-8"))
    except ValidationError as error:
        raise UserError(f"{path.name}: {error.errors()[0]['loc']}: {error.errors()[0]['msg']}") from None


def refuse_unless_apart() -> None:
    """Without landlock, what is hidden is kept by its owner: the worker must be another user, and held in all else."""
    everything = grants.default_policy("torch")
    closed = uids.closed_to_others([*everything.readable, *everything.listable])
    broken = [each.name for each in probe().properties if each.name != "file" and not each.holds]
    if not uids.can_drop() or closed or broken:
        reason = f"{closed[0]} is closed to other users" if closed else ", ".join(broken) or "this is not root"
        raise UserError(f"isolation none: student code could reach what is hidden ({reason})")


def load_everything(bundle: Path) -> int:
    """Suites and references, as grading loads them. How many tests there are."""
    plan = Plan.make(Course(bundle), selection_of(bundle))

    def inside(runner: SuiteRunner) -> int:
        for exercise in plan.exercises:
            load_reference(plan.course, plan.assignment, exercise)
        return len(runner.tests)

    root = plan.assignment.folder
    return with_suites(plan.hidden_files, plan.exercises_of_module, inside, root=root, public=plan.public_files)


def main(root: Path) -> int:
    try:
        read_settings(root / "source" / "settings.json")
        bundle = root / "source" / "course"
        if is_exam_bundle(bundle):
            from autograder.runs.exam_bundle import load_exam

            print(f"{load_exam(bundle)} questions are ready")
        else:
            print(f"{load_everything(bundle)} hidden tests are ready")
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
