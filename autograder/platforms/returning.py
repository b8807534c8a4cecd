"""Feedback for students, as other systems take it: one target, one module; nothing is imported before it is asked for.

A target is a function `write(batch, folder) -> Handed`. Every line of the gradebook is in exactly one of three lists: returned,
left out with a reason, or with nothing to return. Each file is made from the lines of its own students and from nothing else.
"""

from __future__ import annotations

import importlib
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.basics.csv_tables import cell, csv_text, number
from autograder.basics.files import replace_text
from autograder.errors import UserError
from autograder.gradebook.book import Gradebook, Snapshot, rules_of
from autograder.gradebook.exam_run import refuse_before_closing
from autograder.gradebook.grades import Standing
from autograder.gradebook.todo import by_kind
from autograder.grading.results import SubmissionResult
from autograder.intake.places import Found, found_from_json
from autograder.reports.feedback import feedback_markdown
from autograder.reports.feedback_page import feedback_page
from autograder.reports.guide import Guide
from autograder.reports.marks import Marks, shared_marks
from autograder.reports.refresh import State, guide_of

if TYPE_CHECKING:
    from autograder.gradebook.grades import Rules

TARGETS = {
    "moodle": "Moodle: the assignment's page > Upload multiple feedback files in a zip",
    "canvas": "Canvas: the assignment's page > Upload submissions, with the file names of its download",
    "gradescope": "Gradescope: an autograder that hands out these results; upload it, then rerun all submissions",
    "email": "one .eml file for each student, with the page attached",
    "folder": "one page for each student",
}
_MODULES = {"email": "mail", "folder": "plain_folder"}
_ONE_FOR_ALL = ("canvas", "gradescope")
"""Where a hand-in of several students has one place: their file says only what is the same for all of them."""
LIST = "returned.csv"
PAGE = "feedback.html"
_LATER = ("request",)
"""To do, but no reason to wait: the answer comes after the feedback."""


@dataclass(frozen=True)
class Feedback:
    """What one file holds: of one student, or of all who handed in together."""

    rows: tuple[Standing, ...]
    result: SubmissionResult
    marks: Marks
    guide: Guide
    found: Found | None
    """Where the hand-in lay: platforms put their own numbers into names of files."""
    several: bool = False
    """The hand-in is that of several students, who may each get a file of their own."""

    @property
    def row(self) -> Standing:
        return self.rows[0]

    @property
    def name(self) -> str:
        return ", ".join(row.name for row in self.rows)

    @cached_property
    def page(self) -> str:
        return feedback_page(self.result, self.guide, self.marks, self.name)

    @cached_property
    def text(self) -> str:
        return feedback_markdown(self.result, self.marks, self.name)

    def summary(self) -> list[str]:
        """The grade in a few lines of plain text."""
        m = self.marks
        lines = [f"Feedback for {self.name}"]
        if m.final is not None:
            so_far = f" so far ({m.awaiting} answers are not read yet)" if m.awaiting else ""
            lines.append(f"Final grade: {number(m.final)} of {number(m.possible)} points{so_far}")
        lines.append(f"Tests: {number(self.result.score)} of {number(self.result.possible)} points")
        for w in m.written:
            earned = "not read yet" if w.points is None else f"{number(w.points)} of {number(w.possible)} points"
            lines.append(f"{w.question}: {earned}" + (f". {w.comment}" if w.comment else ""))
        lines += [f"{exercise}: set to {number(points)} points by staff" for exercise, points in m.changed]
        lines += [f"Extra credit: {number(m.extra)} points"] if m.extra else []
        lines += [m.lateness] if m.lateness else []
        lines += ["Excused from this assignment"] if m.excused else []
        return [*lines, *m.comments]


@dataclass(frozen=True)
class Batch:
    """What a target may use."""

    feedback: list[Feedback]
    assignment: str
    title: str
    written: dict[str, float]
    sender: str = ""
    """For e-mail: who writes."""


@dataclass
class Handed:
    """What a target did."""

    files: list[tuple[str, Feedback]] = field(default_factory=list)
    """Name of the file, inside the archive where there is one."""
    left_out: list[tuple[Feedback, str]] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    """What to upload, send or copy."""
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Returned:
    paths: list[Path]
    lines: int
    """Of the gradebook; the sum of the next three."""
    returned: list[str]
    left_out: list[str]
    """Who has feedback and no place, and why."""
    nothing: dict[str, list[str]]
    """Reason -> who has no feedback."""
    notes: list[str]

    @property
    def counts(self) -> dict[str, int]:
        none = {reason: len(names) for reason, names in self.nothing.items()}
        return {"lines": self.lines, "returned": len(self.returned), "left out": len(self.left_out), **none}


def open_matters(book: Gradebook, out: str) -> list[str]:
    """What should be done before students read anything: one line for each kind."""
    state = State.of(book)
    found = []
    for kind, entries in by_kind(state.to_do(out)).items():
        if kind not in _LATER:
            names = list(dict.fromkeys(t.name for t in entries))
            found.append(f"{kind}: {_some(names)}. {entries[0].action} {entries[0].command}")
    unread = [r.name for r in state.rows if r.awaiting and r.status == "graded"]
    if unread:
        found.append(f"written answers not read yet: {_some(unread)}. Read them: gradmark desk {out}")
    waiting = [r.name for r in state.rows if r.pending or r.status == "grading"]
    if waiting:
        found.append(f"not graded yet: {_some(waiting)}. Go on with: gradmark grade")
    return found


def give_back(book: Gradebook, target: str, folder: Path, sender: str = "") -> Returned:
    """Writes the files of one target into `folder`, which holds nothing else afterwards."""
    if target not in TARGETS:
        raise UserError(f"--to {target}: choose one of {', '.join(TARGETS)}")
    refuse_before_closing(book, "no feedback is returned")
    state, guide = State.of(book), guide_of(book)
    rules = rules_of(state.snap)
    ready = [row for row in state.rows if _why_not(row) == ""]
    batch = Batch(
        _feedback(state.snap, rules, ready, guide, one_for_all=target in _ONE_FOR_ALL),
        book.assignment,
        guide.title or book.assignment,
        dict(rules.written),
        sender,
    )
    if not batch.feedback:
        raise UserError("there is no feedback to return yet: grade some submissions first")
    _make_room(folder)
    handed = importlib.import_module(f"autograder.platforms.{_MODULES.get(target, f'{target}.feedback_files')}").write(
        batch, folder
    )
    replace_text(folder / LIST, _list(handed, [row for row in state.rows if row not in ready]))
    nothing: dict[str, list[str]] = {}
    for row in state.rows:
        if why := _why_not(row):
            nothing.setdefault(why, []).append(row.name)
    return Returned(
        handed.paths,
        len(state.rows),
        [row.name for _, f in handed.files for row in f.rows],
        [f"{row.name}: {why}" for f, why in handed.left_out for row in f.rows],
        nothing,
        handed.notes,
    )


def _why_not(row: Standing) -> str:
    """Why there is nothing to return; empty if there is."""
    if row.status in ("unmatched", "ambiguous"):
        return f"{row.status}, so nobody's yet"
    if row.grading is None:
        return {"missing": "handed nothing in", "excused": "excused"}.get(row.status, "not graded yet")
    return ""


def _feedback(snap: Snapshot, rules: Rules, rows: Sequence[Standing], guide: Guide, *, one_for_all: bool) -> list[Feedback]:
    gradings = {g.id: g for g in snap.gradings}
    owners = Counter(row.submission for row in rows)
    batches: dict[object, list[Standing]] = {}
    for row in rows:
        batches.setdefault(row.grading if one_for_all else id(row), []).append(row)
    found = []
    for own in batches.values():
        record = gradings[own[0].grading or 0]
        present = snap.submissions.get(record.submission)
        place = found_from_json(present.name, present.source) if present else None
        result = SubmissionResult.model_validate(record.result)
        shared = owners[own[0].submission] > 1
        found.append(Feedback(tuple(own), result, shared_marks(rules, own), guide, place, several=shared))
    return found


def _make_room(folder: Path) -> None:
    """A page of an earlier return must not stay behind; what is not ours is left alone."""
    if folder.is_dir() and any(folder.iterdir()):
        if not (folder / LIST).is_file():
            raise UserError(f"{folder} is not empty and holds no earlier return; choose another --folder")
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)


def _list(handed: Handed, without: Iterable[Standing]) -> str:
    """Who got which file: for staff, and the last file that is written."""
    rows = [["student", "name", "submission", "final", "file", "why not"]]
    line = lambda row, file, why: [
        cell(row.key),
        cell(row.name),
        cell(row.submission or ""),
        number(row.final),
        cell(file),
        cell(why),
    ]
    rows += [line(row, file, "") for file, f in handed.files for row in f.rows]
    rows += [line(row, "", why) for f, why in handed.left_out for row in f.rows]
    rows += [line(row, "", _why_not(row)) for row in without]
    return csv_text(rows)


def clashing(wanted: Iterable[tuple[str, Feedback]]) -> set[str]:
    """Places that two files would have: neither may go there."""
    counts = Counter(place for place, _ in wanted)
    return {place for place, n in counts.items() if n > 1}


def _some(names: list[str]) -> str:
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return f"{len(names)} ({', '.join(names[:5])}{more})"
