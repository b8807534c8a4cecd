"""The pages of a run follow the gradebook: what people decide is on the student's page and in the class report at once."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakKeyDictionary

from autograder.basics.files import replace_text
from autograder.basics.words import ENGLISH, Language, speaking
from autograder.errors import UserError
from autograder.gradebook.book import Gradebook, Snapshot, derive, rules_of
from autograder.gradebook.exam_run import exam_in, exam_of
from autograder.gradebook.grades import GradingRecord, Standing
from autograder.gradebook.todo import Todo, todo
from autograder.grading.plan import Plan
from autograder.grading.results import SubmissionResult
from autograder.reports.class_numbers import Row
from autograder.reports.class_page import People, Run, class_page
from autograder.reports.feedback import feedback_markdown
from autograder.reports.feedback_json import feedback_json
from autograder.reports.feedback_page import feedback_page
from autograder.reports.guide import ExerciseGuide, Guide
from autograder.reports.marks import Marks, shared_marks

STATISTICS = "questions.csv"


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

    def counted(self) -> list[SubmissionResult]:
        """Of each student the result that counts: an attempt that replaces another may be worse, or unreadable."""
        chosen = {g.id: g for g in self.snap.gradings}
        found = {r.grading: chosen[r.grading].result for r in self.rows if r.grading is not None}
        return [SubmissionResult.model_validate(result) for result in found.values()]

    def manual(self) -> dict[str, Mapping[str, float]]:
        """Submission -> written question -> points."""
        return {row.submission: row.manual for row in self.rows if row.submission is not None}

    def shown_name(self, submission: str) -> str:
        """Of an exam, which is one student's: the name. A page of an assignment is called like the submission."""
        owners = self.owners(submission) if exam_in(self.snap) else []
        return owners[0].name if len(owners) == 1 else ""

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
    exam = exam_of(book.plan)
    if exam is not None:
        return Guide(exam.title, {q: ExerciseGuide(title) for q, title in exam.titles.items()})
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
    write_pages(book, out, keys, guide, report)


def write_pages(
    book: Gradebook,
    out: Path,
    keys: Collection[str] | None = None,
    guide: Guide | None = None,
    report: bool = True,
    now: float | None = None,
) -> None:
    """`now`: for an exam, whose students read nothing before it closes."""
    with speaking(language_of(book)):
        _write_all(book, out, keys, guide or guide_of(book), report, time.time() if now is None else now)


def _write_all(book: Gradebook, out: Path, keys: Collection[str] | None, guide: Guide, report: bool, now: float) -> None:
    state = State.of(book)
    exam = exam_in(state.snap)
    chosen = {s for row in state.rows if keys is None or row.key in keys for s in row.submissions}
    for name in sorted(chosen & set(state.current)):
        if exam is None or not exam.held_back(now):
            write_student(out, state.result(name), guide, state.marks(name), state.shown_name(name))
    if report:
        replace_text(out / "index.html", report_page(state, guide, str(out)))
        if exam is not None:
            write_exam_tables(out, state)


def write_student(out: Path, result: SubmissionResult, guide: Guide, marks: Marks | None, name: str = "") -> None:
    folder = out / result.submission
    folder.mkdir(parents=True, exist_ok=True)
    replace_text(folder / "feedback.json", feedback_json(result, marks))
    replace_text(folder / "feedback.html", feedback_page(result, guide, marks, name))
    replace_text(folder / "feedback.md", feedback_markdown(result, marks, name))


def report_page(state: State, guide: Guide, out: str) -> str:
    waiting = sum(s.state != "done" for s in state.snap.submissions.values())
    run = Run("interrupted" if waiting else "done", len(state.snap.submissions))
    exam = exam_in(state.snap)
    if exam is None:
        rows = [Row.of(state.result(name)) for name in state.current]
        return class_page(rows, guide, list(rules_of(state.snap).points), run, state.people(out))
    from autograder.reports.exam_pages import exam_statistics, whole_exam

    results, manual = state.counted(), state.manual()
    rows = [whole_exam(result, manual.get(result.submission, {})) for result in results]
    statistics = exam_statistics(results, manual, list(exam.titles))
    return class_page(rows, guide, list(exam.titles), run, state.people(out), statistics)


def write_exam_tables(out: Path, state: State) -> None:
    """grades.csv with a line for everybody, and questions.csv: both follow what people decide."""
    from autograder.reports.exam_pages import exam_grades, exam_statistics, statistics_table

    exam = exam_in(state.snap)
    assert exam is not None
    replace_text(out / "grades.csv", exam_grades(state.rows, exam.points))
    replace_text(out / STATISTICS, statistics_table(exam_statistics(state.counted(), state.manual(), list(exam.titles))))
