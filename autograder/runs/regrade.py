"""The body of `gradmark regrade`: the suite was mended, the same submissions are graded with it, and people see first
what would change. Until it is applied, every grade stays as it is."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from sqlalchemy import select

from autograder.basics.words import speaking
from autograder.course import Selection, find_course
from autograder.errors import UserError
from autograder.gradebook import pending_regrade as holding
from autograder.gradebook.book import Gradebook
from autograder.gradebook.changes import Change, changes
from autograder.gradebook.exam_run import refuse_exam
from autograder.gradebook.ledger import who_am_i
from autograder.grading.devices import assign, inventory
from autograder.grading.plan import Plan
from autograder.intake.places import found_from_json
from autograder.jail.policy import Level
from autograder.jail.probe import require
from autograder.runs.folder_lock import occupied
from autograder.runs.grade import Views, content_digest, progress_bar
from autograder.runs.graders import run_queue
from autograder.runs.shipping import ship
from autograder.store.migrations import record_plan
from autograder.store.queue import Store
from autograder.store.schema import jobs


@dataclass
class Regraded:
    assignment: str
    changes: list[Change]
    unchanged: int
    graded: int
    applied: bool
    skipped: list[str] = field(default_factory=list)
    """Submissions that keep their grade since they cannot be graded again, and why."""
    exercises: list[str] = field(default_factory=list)
    """Whose suite or reference differs from the one that the grades were made with."""

    def as_dict(self) -> dict[str, Any]:
        return {
            "assignment": self.assignment,
            "applied": self.applied,
            "graded": self.graded,
            "unchanged": self.unchanged,
            "changes": [c.as_dict() for c in self.changes],
            "skipped": self.skipped,
            "exercises": self.exercises,
        }


def regrade(
    course: Path | None,
    assignment: str,
    out: Path,
    *,
    db: str | None = None,
    apply: bool = False,
    jobs_at_once: int = 0,
    isolation: str | None = None,
    by: str | None = None,
    quiet: bool = False,
) -> Regraded:
    book = Gradebook(out, db)
    try:
        plan, selection = new_plan(book, course, assignment, isolation)
        with occupied(out, plan.digest):
            skipped, graded = _run(book, plan, selection, out, jobs_at_once, quiet)
        before, after = book.snapshot(), book.snapshot(trial=True)
        found = _compare(before, after)
        compared = len([s for s in after.submissions.values() if s.name not in skipped])
        done = Regraded(
            plan.assignment_name,
            found,
            compared - len({c.submission for c in found}),
            graded,
            apply,
            [f"{name}: {why}" for name, why in skipped.items()],
            _changed_suites(book, plan),
        )
        if apply:
            summary = {"changes": len(found), "plan": plan.digest, "exercises": done.exercises}
            with book.writing() as connection:
                holding.apply(connection, who_am_i(by), summary)
            write_views(book, plan, out)
        return done
    finally:
        book.close()


def discard(out: Path, db: str | None = None) -> int:
    """Forgets a regrade that was looked at. Returns how many submissions were in it."""
    with Gradebook(out, db) as book, book.writing() as connection:
        return holding.discard(connection)


def new_plan(
    book: Gradebook, course: Path | None, assignment: str, isolation: str | None
) -> tuple[Plan, dict[str, Any] | None]:
    """The plan of the run, with the suites as they are now."""
    if not book.plan:
        raise UserError("nothing was graded here yet; start with: gradmark grade")
    refuse_exam(book.plan, "grade it again with gradmark exam grade, which takes changed credits and keeps the attempts")
    earlier = Plan.from_json(json.dumps(book.plan))
    found = find_course(course)
    wanted = found.assignment(assignment)
    if wanted.name != earlier.assignment_name:
        raise UserError(f"this output folder holds a run of {earlier.assignment_name}, not of {wanted.name}")
    chosen = book.snapshot().facts.get("selection")
    selection = wanted.select(chosen["only"], chosen["set"]) if chosen else None
    points = {e.id: e.points for e in selection.exercises} if selection else earlier.points
    plan = Plan(
        str(found.root),
        earlier.assignment_name,
        points,
        earlier.device,
        isolation or earlier.isolation,
        earlier.seed,
        True,
        earlier.hints,
        language=earlier.language,
    )
    return plan, chosen


def _run(
    book: Gradebook, plan: Plan, selection: dict[str, Any] | None, out: Path, jobs_at_once: int, quiet: bool
) -> tuple[dict[str, str], int]:
    queue = book.snapshot().submissions.values()
    waiting = [s.name for s in queue if s.counting == s.generation and s.state != "done"]
    if waiting:
        raise UserError(
            f"{len(waiting)} submissions have no grade yet ({', '.join(waiting[:3])}); finish the run first: gradmark grade"
        )
    skipped: dict[str, str] = {}
    for s in queue:
        why = _not_again(s.name, s.source, s.digest, plan)
        if why:
            skipped[s.name] = why
    if plan.isolation != "none":
        require(cast(Level, plan.isolation))
    trial = {"plan": plan.to_json(), **({"selection": selection} if selection else {})}
    with book.writing() as connection:
        names = {s.name for s in queue} - set(skipped)
        queued = holding.hold(connection, names, plan.digest)
        if queued or holding.recall(connection, holding.TRIAL):
            holding.remember(connection, holding.TRIAL, trial)
        record_plan(connection, plan.digest, plan.to_json(), plan.seed, plan.versions)
        open_ones = connection.execute(select(jobs.c.id).where(jobs.c.state != "done")).all()
    if open_ones:
        _, slots, _ = assign(plan.device, None, 1, jobs_at_once, inventory(), bool(plan.needs))
        store = Store(book.url)
        try:
            ship(store, plan.course, Selection(assignment=plan.assignment, exercises=plan.exercises), plan)
            with progress_bar(quiet) as show:
                run_queue(plan, store, book.url, out / ".lock", slots, show, slots[0].able)
        finally:
            store.close()
    return skipped, max(queued, len(open_ones))


def _not_again(name: str, source: str, digest: str, plan: Plan) -> str:
    """Why a submission cannot be graded again as it was; empty where it can."""
    found = found_from_json(name, source)
    if not found.path.exists():
        return f"{found.path} is no longer there; its grade stays"
    if content_digest(found, plan) != digest:
        return "changed since it was graded; `gradmark grade` takes it as a new attempt"
    return ""


def _compare(before: Any, after: Any) -> list[Change]:
    from autograder.gradebook.book import derive

    old, new = ({g.id: g.result for g in snap.gradings} for snap in (before, after))
    return changes(derive(before), derive(after), old, new)


def _changed_suites(book: Gradebook, plan: Plan) -> list[str]:
    """Exercises whose suite version differs from the counting gradings'."""
    versions: dict[str, set[str]] = {}
    for result in book.results().values():
        for e in result["exercises"]:
            versions.setdefault(e["id"], set()).add(e.get("suite_version", ""))
    return [e for e, v in plan.versions.items() if versions.get(e, set()) - {v}]


def write_views(book: Gradebook, plan: Plan, out: Path) -> None:
    """The files of a run, from what counts now."""
    store = Store(book.url)
    try:
        with speaking(plan.spoken):
            Views(out, store, plan, []).finish()
    finally:
        store.close()
