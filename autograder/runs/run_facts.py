"""What a run leaves in the gradebook beside its gradings: its plan, its written questions, the course's deadline, and when
things were handed in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from autograder.basics.moments import parse_moment
from autograder.course import Course, Selection
from autograder.course.dates import policy_of
from autograder.errors import UserError
from autograder.gradebook import pending_regrade as holding
from autograder.gradebook.book import COURSE_POLICY, Gradebook
from autograder.gradebook.exam_run import exam_of
from autograder.gradebook.handins import Seen, file_time, look_like_one_download, note_handins
from autograder.gradebook.worksheets import times_in
from autograder.grading.plan import Plan
from autograder.intake.find import Survey
from autograder.intake.places import Found
from autograder.store import migrations


def note_run(
    engine: Engine,
    course: Course,
    plan: Plan,
    selection: Selection,
    chosen: dict[str, Any],
    found: Sequence[tuple[Found, str]],
    seen: Survey,
    times: str,
) -> list[str]:
    """`chosen`: the options that selected the exercises. `found`: each submission with the digest of its content. Warnings."""
    migrations.ensure(engine)
    noted, warnings = times_of(found, seen, times, course.settings().zone)
    with engine.begin() as db:
        migrations.record_plan(db, plan.digest, plan.to_json(), plan.seed, plan.versions)
        holding.remember(db, "written", written_questions(selection))
        holding.remember(db, "selection", chosen)
        holding.remember(db, COURSE_POLICY, policy_of(course, selection))
        note_handins(db, noted)
        holding.settle(db, {f.name for f, _ in found}, plan.digest)
    return warnings


def times_of(
    found: Sequence[tuple[Found, str]], seen: Survey, source: str, zone: tzinfo | None
) -> tuple[list[Seen], list[str]]:
    """When each was handed in: as the platform says; from its files only if that was asked for."""
    worksheet = times_in(seen.tables, zone)
    noted, of_files = [], []
    for each, digest in found:
        when, how = each.author.handed_in, each.author.home
        if when is None and each.author.home == "moodle":
            when = worksheet.get(each.author.id)
        if when is None and each.author.clock:
            when = parse_moment(each.author.clock, zone)
        if when is None and source == "files":
            when, how = file_time(each), "file"
            of_files += [when] if when is not None else []
        noted.append(Seen(each.name, digest, when, how))
    warnings = []
    if look_like_one_download(of_files):
        warnings.append(
            f"the times of all {len(of_files)} files lie within a few minutes: they look like those of one download, not of "
            "the hand-ins. Take the platform's: gradmark roster OUT --times FILE"
        )
    return noted, warnings


def refresh_course_policy(book: Gradebook) -> None:
    """Reads the course's deadline and late policy again, where the course is at hand."""
    plan = book.plan
    root = Path(str(plan.get("root", "")))
    if exam_of(plan):
        return  # an exam's only date is when it closes, and that is in its plan
    if not (root / "assignments").is_dir():
        return
    with book.reading() as db:
        chosen = holding.recall(db, "selection") or {}
    course = Course(root)
    selection = course.assignment(book.assignment).select(chosen.get("only"), chosen.get("set"))
    with book.writing() as db:
        holding.remember(db, COURSE_POLICY, policy_of(course, selection))


def written_questions(selection: Selection) -> dict[str, float]:
    """Id -> points of those that this selection's notebook asks; where there is no notebook, all."""
    asked = {w.id: w.points for w in selection.assignment.written}
    if not selection.partial or not asked:
        return asked
    from autograder.authoring.notebook import written_ids

    try:
        ids = set(written_ids(selection))
    except UserError:
        return asked
    return {name: points for name, points in asked.items() if name in ids}
