"""The body of `gradmark audit`: what is asked, what is known already, what has to run, and the verdicts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.auditing.equivalent import load_reasons
from autograder.auditing.jobs import AuditJob, Watch, run_jobs
from autograder.auditing.proof import ProofState, load_proofs, standing, write_proofs
from autograder.auditing.record import AuditRecord, load_record
from autograder.auditing.subject_trials import Wanted, work_for
from autograder.auditing.verdict import Verdict
from autograder.course import Assignment, Course, Exercise, Selection, find_course
from autograder.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

FEW_SEEDS = 5
"""Of exercises that a release finds without a proof."""
Chosen = list[tuple[Assignment, Exercise]]


def audit(
    course: Path | None,
    assignment: str,
    only: list[str] | None = None,
    seeds: int = 200,
    *,
    jobs: int | None = None,
    mutants: bool = True,
    stale: bool = False,
    html: Path | None = None,
) -> int:
    """Audits, reports, and enters into each assignment's proof.json what was shown.

    `only`: these exercises; `stale`: those whose proof does not hold for the content and the engine as they are now.
    Returns 0 if every exercise may be released, 1 otherwise.
    """
    from rich.console import Console

    from autograder.reports.audit_page import write_pages
    from autograder.reports.audit_text import print_summary, print_verdict

    found = find_course(course)
    console = Console()
    chosen = choose(found, assignment, only)
    if stale:
        chosen = [(a, e) for a, e in chosen if standing(a, e, load_proofs(a)) is not ProofState.PROVEN]
        if not chosen:
            console.print("every proof holds: nothing to audit")
            return 0
    with _progress(console) as watch:
        verdicts = audit_exercises(found, chosen, Wanted(seeds, mutants=mutants), jobs=jobs, watch=watch)
    for v in verdicts:
        print_verdict(console, v)
    proofs = enter_proofs(chosen, verdicts)
    pages = write_pages(found, chosen, verdicts, html)
    print_summary(console, verdicts, [str(p) for p in pages], [str(p) for p in proofs])
    return 1 if any(v.refused for v in verdicts) else 0


def enter_proofs(chosen: Chosen, verdicts: Sequence[Verdict]) -> list[Path]:
    """Into the proof.json of each assignment."""
    assignments = {a.name: a for a, _ in chosen}
    mine = {name: [v for (a, _), v in zip(chosen, verdicts) if a.name == name] for name in assignments}
    return [write_proofs(a, mine[name]) for name, a in assignments.items()]


@dataclass(frozen=True)
class Unproven:
    """What keeps a selection from being released, and what is merely worth knowing."""

    refusals: list[str]
    warnings: list[str]
    new: list[str]
    """Exercises that were never proven: a release tries them on a few seeds."""


def unproven(selection: Selection) -> Unproven:
    """What the committed proofs lack. Nothing is run: where they hold, a release takes seconds."""
    assignment = selection.assignment
    proofs = load_proofs(assignment)
    every = {e.id: standing(assignment, assignment.get(e.id), proofs) for e in selection.exercises}
    new = [name for name, state in every.items() if state is ProofState.MISSING]
    found = {name: state for name, state in every.items() if name not in new}
    refusals = [f"{name}: {state.value}" for name, state in found.items() if not state.holds]
    old = [name for name, state in found.items() if state is ProofState.OLD_ENGINE]
    if refusals:
        names = ",".join(name for name, state in found.items() if not state.holds)
        refusals.append(f"prove them with: gradmark audit {assignment.number} --exercise {names}")
    warnings = []
    if old:
        warnings.append(
            f"{len(old)} exercises were proven by an older version of the engine ({', '.join(old[:3])}"
            f"{', ...' if len(old) > 3 else ''}); prove them again with: gradmark audit {assignment.number} --stale"
        )
    return Unproven(refusals, warnings, new)


def tried_on_few_seeds(course: Course, assignment: Assignment, exercises: Sequence[str]) -> list[str]:
    """Why these exercises may not be released, as far as a few seeds show it. What an audit has shown is not run again."""
    chosen = [(assignment, assignment.get(name)) for name in exercises]
    verdicts = audit_exercises(course, chosen, Wanted(FEW_SEEDS, training_seeds=1))
    return [f"{v.exercise.id}: {f.text}" for v in verdicts for f in v.findings if f.refuses]


def choose(course: Course, wanted: str, only: Sequence[str] | None) -> Chosen:
    """The exercises of one assignment, or of all of them."""
    assignments = course.assignments() if wanted == "all" else [course.assignment(wanted)]
    if not assignments:
        raise UserError(f"{course.root / 'assignments'} has no assignment to audit")
    pairs = [(a, e) for a in assignments for e in a.exercise]
    if not only:
        return pairs
    known = {e.id for _, e in pairs}
    for name in only:
        if name not in known:
            raise UserError(f"no exercise {name!r} in {wanted}; there are: {', '.join(sorted(known))}")
    return [(a, e) for a, e in pairs if e.id in only]


def audit_exercises(
    course: Course,
    chosen: Chosen,
    wanted: Wanted,
    *,
    jobs: int | None = None,
    watch: Watch | None = None,
    deadline: float | None = None,
) -> list[Verdict]:
    """Verdicts in the order given. What the cache holds is not run again."""
    failed: dict[str, str] = {}
    todo: dict[tuple[str, str], list[str]] = {}
    for assignment, exercise in chosen:
        try:
            record = load_record(course, assignment, exercise)
            work = work_for(course, assignment, exercise, wanted, record)
        except UserError as error:
            failed[exercise.id] = str(error)
            continue
        if work.steps(record) or not record.tests:
            todo.setdefault((assignment.name, exercise.module), []).append(exercise.id)
    training = {e.id for _, e in chosen if e.training}
    queue = [AuditJob(name, tuple(exercises), wanted) for (name, _), exercises in todo.items()]
    queue.sort(key=lambda job: not training.intersection(job.exercises))  # the long ones first, so no core waits at the end
    failed.update(run_jobs(course, queue, jobs or os.cpu_count() or 1, watch, deadline))
    return [verdict_of(course, a, e, wanted, failed.get(e.id, "")) for a, e in chosen]


def verdict_of(course: Course, assignment: Assignment, exercise: Exercise, wanted: Wanted, error: str = "") -> Verdict:
    reasons = load_reasons(assignment).get(exercise.id, {})
    try:
        record = load_record(course, assignment, exercise)
        work = work_for(course, assignment, exercise, wanted, record)  # drops what is outdated
    except UserError as problem:
        return Verdict(exercise, AuditRecord(key="", exercise=exercise.id), reasons, str(problem))
    return Verdict(exercise, record, reasons, error, unfinished=work.steps(record) > 0)


class _progress:
    """A bar for people; nothing where the output is a file."""

    def __init__(self, console: Console) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self.task = self.progress.add_task("auditing", total=0)
        self.totals: dict[str, int] = {}
        self.counts: dict[str, int] = {}

    def __enter__(self) -> Watch:
        self.progress.start()
        return Watch(self._total, self._done)

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def _total(self, exercise: str, count: int) -> None:
        self.totals[exercise] = count
        self._update(exercise)

    def _done(self, exercise: str, count: int) -> None:
        self.counts[exercise] = self.counts.get(exercise, 0) + count
        self._update(exercise)

    def _update(self, exercise: str) -> None:
        done = sum(self.counts.values())
        total = sum(max(n, self.counts.get(e, 0)) for e, n in self.totals.items())
        self.progress.update(self.task, completed=done, total=total, description=f"auditing {exercise}")
