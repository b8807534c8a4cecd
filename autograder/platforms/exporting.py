"""Grades for other systems: one target, one module; nothing is imported before it is asked for.

A target is a function `write(export, folder) -> Written`. It says whom it had to leave out and why: a grade that silently
does not arrive is the worst an export can do.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.errors import UserError

if TYPE_CHECKING:
    from autograder.gradebook.book import Gradebook, Snapshot
    from autograder.gradebook.grades import Standing

TARGETS = {
    "csv": "one table with everything, for a spreadsheet or a script",
    "json": "the whole gradebook: roster, every grading, every decision; `gradmark restore` reads it",
    "canvas": "Canvas: Gradebook > Import",
    "moodle": "Moodle: the assignment's grading worksheet, or Grades > Import > CSV file",
    "gradescope": "Gradescope: a results.json per submission",
    "nbgrader": "nbgrader: scores and comments into a gradebook.db",
    "otter": "otter: results as otter grade writes them",
}


_MODULES = {"csv": "spreadsheet", "json": "gradebook_json"}
"""Of targets that are no platform; a platform's is its `export` module."""
FOR_STAFF = ("csv", "json")
"""What stays with staff; all else goes where students look."""
IDENTITIES = ("submission", "id", "login", "email")


@dataclass(frozen=True)
class Export:
    """What a target may use."""

    snapshot: Snapshot
    standings: list[Standing]
    assignment: str
    points: dict[str, float]
    written: dict[str, float]
    possible: float
    title: str = ""
    """What the column is called in the other system; by default like the assignment."""
    missing: str = "blank"
    """Who handed nothing in: "blank" leaves the other system's grade alone, "zero" writes 0."""
    database: str = ""
    """For nbgrader: URL of its gradebook."""
    identity: str = "submission"
    """For nbgrader and otter, what a student is called there: like the submission, or by id, login or email."""
    held_back: str = ""
    """Of an exam that is still open: when it closes."""
    tables: Callable[[], dict[str, list[dict[str, Any]]]] = dict
    """Every fact, row by row; read only where it is wanted."""

    @property
    def column(self) -> str:
        return self.title or self.assignment

    def results(self) -> dict[int, dict[str, Any]]:
        return {g.id: g.result for g in self.snapshot.gradings}

    def grade_of(self, row: Standing) -> float | None:
        """None: nothing to say about this student."""
        if row.excused and not row.overrides:
            return None
        open_ones = ("missing", "grading", "not gradable")
        if row.status in open_ones and not row.overrides and not row.manual and not row.extra:
            return 0.0 if self.missing == "zero" and row.status != "grading" else None
        return row.final


@dataclass
class Written:
    paths: list[Path]
    left_out: list[str] = field(default_factory=list)
    """Who is not in the files, and why."""
    notes: list[str] = field(default_factory=list)


def gather(
    book: Gradebook, title: str = "", missing: str = "blank", database: str = "", identity: str = "submission"
) -> Export:
    """All of a moment: what is exported together was true together."""
    import time

    from autograder.gradebook.book import derive, rules_of
    from autograder.gradebook.exam_run import exam_in
    from autograder.platforms.gradebook_json import tables

    def every_row() -> dict[str, list[dict[str, Any]]]:
        with book.reading() as db:
            return tables(db)

    snap = book.snapshot()
    rules = rules_of(snap)
    rows = derive(snap)
    if not rows:
        raise UserError("there is nothing to export yet: grade some submissions or import a roster first")
    exam = exam_in(snap)
    return Export(
        snap,
        rows,
        book.assignment,
        dict(rules.points),
        dict(rules.written),
        rules.possible,
        title,
        missing,
        database,
        identity,
        exam.held_back(time.time()) if exam else "",
        every_row,
    )


def write(target: str, export: Export, out: Path) -> Written:
    if target not in TARGETS:
        raise UserError(f"--to {target}: choose one of {', '.join(TARGETS)}")
    if export.identity not in IDENTITIES:
        raise UserError(f"--student-as {export.identity}: choose one of {', '.join(IDENTITIES)}")
    if export.missing not in ("blank", "zero"):
        raise UserError(f"--missing {export.missing}: choose blank or zero")
    if target not in FOR_STAFF and export.held_back:
        raise UserError(
            f"the exam {export.assignment} closes {export.held_back}: until then nothing is exported that students could see; "
            f"for staff there are {' and '.join(FOR_STAFF)}"
        )
    out.mkdir(parents=True, exist_ok=True)
    if target in ("otter", "nbgrader"):
        return _test_results(target, export, out)
    return _load(target).write(export, out)


def _load(target: str) -> Any:
    try:
        return importlib.import_module(f"autograder.platforms.{_MODULES.get(target, f'{target}.export')}")
    except ModuleNotFoundError as error:
        raise UserError(f"--to {target} needs {error.name}; install it with: pip install 'gradmark[{target}]'") from None


def _test_results(target: str, export: Export, out: Path) -> Written:
    """Targets that take test results, not final grades: they have policies and manual grading of their own."""
    from autograder.basics.csv_tables import key_cell
    from autograder.grading.results import SubmissionResult

    results = export.results()
    left = [f"{row.name}: nothing graded" for row in export.standings if row.grading is None]
    records = []
    for row in export.standings:
        if row.grading is None:
            continue
        name = _called(row, export.identity)
        name = key_cell(name) if target == "otter" else name  # a CSV file; nbgrader's is a database
        if name:
            records.append(SubmissionResult.model_validate({**results[row.grading], "submission": name}))
        else:
            left.append(f"{row.submission}: no {export.identity} on the roster")
    module: Callable[..., list[Path]] = _load(target).write
    if target == "nbgrader":
        if not export.database:
            raise UserError("--to nbgrader writes into nbgrader's gradebook: choose one with --database sqlite:///gradebook.db")
        paths = module(records, out, database=export.database, assignment=export.assignment)
    else:
        paths = module(records, out)
    changed = [row.name for row in export.standings if row.grading is not None and row.final != row.score]
    notes = []
    if changed:
        notes.append(
            f"{target} gets the results of the tests; late penalties, manual scores, extra credit and overrides of "
            f"{len(changed)} students are not in them (they are in: --to csv or json)"
        )
    return Written(list(paths or []), left, notes)


def _called(row: Standing, identity: str) -> str:
    if identity == "submission":
        return str(row.submission)
    if row.student is None:
        return ""
    return {"id": row.student.key, "login": row.student.login, "email": row.student.email}[identity]


def nobody(row: Standing) -> str:
    """Why a submission without a student is not in a file for a platform."""
    name = row.submission
    return f"{name}: {row.status}, nobody on the roster; link it with: gradmark roster OUT --link {name}=STUDENT"
