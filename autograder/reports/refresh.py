"""The pages of a run follow the gradebook: what people decide is on the student's page and in the class report at once."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakKeyDictionary

from autograder.basics.files import replace_text
from autograder.basics.words import ENGLISH, Language, speaking
from autograder.errors import UserError
from autograder.gradebook.book import Gradebook, Snapshot, derive, rules_of
from autograder.gradebook.grades import GradingRecord, Standing
from autograder.gradebook.todo import Todo, todo
from autograder.grading.plan import Plan
from autograder.grading.results import SubmissionResult
from autograder.reports.class_numbers import Row
from autograder.reports.class_page import People, Run, class_page
from autograder.reports.feedback import feedback_markdown
from autograder.reports.feedback_json import feedback_json
from autograder.reports.feedback_page import feedback_page
from autograder.reports.guide import Guide
from autograder.reports.marks import Marks, shared_marks


@dataclass(frozen=True)
class State:
    """The gradebook at one moment, with all that pages are made from."""

    snap: Snapshot
    rows: list[Standing]
    current: dict[str, GradingRecord]
    """Submission -> the grading of its present content (or of the one that counts while a regrade is looked at)."""

    @classmethod
    def of(cls, book: Gradebook) -> State:
        """As it is now; derived anew only if something has changed."""
        stamp = book.stamp()
        known = _known.get(book)
        if known is None or known[0] != stamp:
            known = (stamp, cls._derived(book))
            _known[book] = known
        return known[1]

    @classmethod
    def _derived(cls, book: Gradebook) -> State:
        snap = book.snapshot()
        current = {g.submission: g for g in snap.gradings if snap.submissions[g.submission].digest == g.digest}
        return cls(snap, derive(snap), current)

    def result(self, submission: str) -> SubmissionResult:
        return SubmissionResult.model_validate(self.current[submission].result)

    def owners(self, submission: str) -> list[Standing]:
        return [row for row in self.rows if submission in row.submissions]

    def marks(self, submission: str) -> Marks | None:
        owners = self.owners(submission)
        marks = shared_marks(rules_of(self.snap), owners) if owners else None
        return marks if marks is not None and marks.says_something else None

    def people(self, out: str) -> People:
        names: dict[str, list[str]] = {}
        for row in self.rows:
            for s in row.submissions if row.student else ():
                names.setdefault(s, []).append(row.name)
        missing = [r.name for r in self.rows if r.status == "missing"]
        return People(
            {s: ", ".join(own) for s, own in names.items()},
            missing,
            sum(s.active for s in self.snap.students),
            self.to_do(out),
            sum(bool(r.awaiting) for r in self.rows if r.status == "graded"),
        )

    def to_do(self, out: str) -> list[Todo]:
        return todo(self.snap, self.rows, out)


_known: WeakKeyDictionary[Gradebook, tuple[tuple[object, ...], State]] = WeakKeyDictionary()


def guide_of(book: Gradebook) -> Guide:
    """What the course says about the run's exercises; where the course is not on this machine, their ids."""
    try:
        return Guide.of_plan(Plan.from_json(json.dumps(book.plan)))
    except (UserError, OSError, TypeError, ValueError):
        return Guide(book.assignment)


def language_of(book: Gradebook) -> Language:
    """That of the run; English where its catalogue is not on this machine."""
    plan = book.plan or {}
    found = Language(str(plan.get("language") or ENGLISH), Path(str(plan.get("root") or ".")))
    try:
        found.catalogue()
    except UserError:
        return Language()
    return found


def refresh(book: Gradebook, keys: Collection[str] | None = None, guide: Guide | None = None, report: bool = True) -> None:
    """Writes the pages of these students (None: of all), and the class report. Only where the run has a folder with pages."""
    out = book.folder
    if out is None or not (out / "index.html").is_file():
        return
    with speaking(language_of(book)):
        _write_all(book, out, keys, guide or guide_of(book), report)


def _write_all(book: Gradebook, out: Path, keys: Collection[str] | None, guide: Guide, report: bool) -> None:
    state = State.of(book)
    chosen = {s for row in state.rows if keys is None or row.key in keys for s in row.submissions}
    for name in sorted(chosen & set(state.current)):
        write_student(out, state.result(name), guide, state.marks(name))
    if report:
        replace_text(out / "index.html", report_page(state, guide, str(out)))


def write_student(out: Path, result: SubmissionResult, guide: Guide, marks: Marks | None) -> None:
    folder = out / result.submission
    folder.mkdir(parents=True, exist_ok=True)
    replace_text(folder / "feedback.json", feedback_json(result, marks))
    replace_text(folder / "feedback.html", feedback_page(result, guide, marks))
    replace_text(folder / "feedback.md", feedback_markdown(result, marks))


def report_page(state: State, guide: Guide, out: str) -> str:
    rows = [Row.of(state.result(name)) for name in state.current]
    waiting = sum(s.state != "done" for s in state.snap.submissions.values())
    run = Run("interrupted" if waiting else "done", len(state.snap.submissions))
    return class_page(rows, guide, list(rules_of(state.snap).points), run, state.people(out))
