"""The body of `gradmark audit`."""

from __future__ import annotations

from pathlib import Path

from autograder.auditing.run import ExerciseAudit, audit_exercise
from autograder.course import find_course
from autograder.grading.grade import Grading
from autograder.grading.plan import Plan
from autograder.grading.runner import SuiteRunner, with_suites
from autograder.grading.workers import ZygotePool


def audit(course: Path | None, assignment: str, only: list[str] | None, seeds: int) -> int:
    """0 if every exercise may be released, 1 otherwise."""
    from rich.console import Console

    found = find_course(course)
    chosen = found.assignment(assignment)
    wanted = only or [e.id for e in chosen.exercise]
    plan = Plan.make(found, chosen.select(wanted), seed=0)
    console = Console()

    def work(runner: SuiteRunner) -> bool:
        grading = Grading(plan, runner, ZygotePool.__new__(ZygotePool))
        good = True
        for e in plan.exercises:
            if e.id in wanted:
                result = audit_exercise(grading, e, max(1, seeds // 10) if e.training else seeds)
                good &= report(console, result)
        return good

    return (
        0
        if with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder)
        else 1
    )


def report(console, result: ExerciseAudit) -> bool:
    """One exercise in the terminal: what is wrong with its suite, if anything."""
    lines = []
    for s in result.false_failures:
        lines.append(
            f"  right, but failed: {s.subject.kind} {s.subject.id} on {sum(s.failed.values())} tests: {s.example}"
        )
    for s in result.missed:
        lines.append(f"  wrong, but passed: {s.subject.id} on {len(s.survived)} of {s.seeds} seeds")
    for s in result.poorly_hinted:
        lines.append(
            f"  hint: {s.subject.id} named on {s.hinted} of {s.seeds} seeds, others instead: {s.misled or 'none'}"
        )
    if result.stub_scores:
        stub = next(s for s in result.subjects if s.subject.kind == "stub")
        lines.append(f"  the stub passes {', '.join(stub.passed_by_stub)}")
    lines += [f"  no mistake fails {t}" for t in result.idle_tests]
    mistakes = [s for s in result.subjects if s.subject.kind == "mistake"]
    alternatives = [s for s in result.subjects if s.subject.kind == "alternative"]
    verdict = "ok" if not lines else "NOT OK"
    console.print(
        f"{result.exercise}: {verdict}: {len(result.tests)} tests, {len(mistakes)} mistakes, {len(alternatives)} alternatives, "
        f"{result.seeds} seeds", markup=False, highlight=False,
    )  # fmt: skip
    for line in lines:
        console.print(line, markup=False, highlight=False)
    return not lines
