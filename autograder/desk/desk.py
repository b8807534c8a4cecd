"""What the desk's pages share: the gradebook, the course's questions, who looks at what, and the pages on disk."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from autograder.desk.security import DeskSession
from autograder.errors import UserError
from autograder.gradebook.book import Gradebook, rules_of
from autograder.gradebook.exam_run import exam_of
from autograder.gradebook.grades import Standing
from autograder.gradebook.reading import AnswerReader, AnswerReading, readings
from autograder.gradebook.rubrics import Rubric, in_force
from autograder.grading.plan import Plan
from autograder.reports.guide import Guide
from autograder.reports.refresh import State, guide_of, refresh
from autograder.similar.find import Findings

OPEN_SECONDS = 120.0
"""How long an answer that somebody has open is not offered to others as the next."""
REPORT_SECONDS = 5.0


@dataclass(frozen=True)
class Question:
    id: str
    title: str
    points: float
    prompt: str
    rubric: str


@dataclass(frozen=True)
class ReadingProgress:
    question: Question
    read: int
    total: int


class Desk:
    def __init__(self, out: str | Path, db: str | None = None, by: str = "") -> None:
        self.out, self.by = str(out), by
        self.book = Gradebook(out, db)
        if not self.book.plan:
            raise UserError("nothing was graded here yet; start with: gradmark grade")
        self.exam = exam_of(self.book.plan)
        self.plan = None if self.exam else Plan.from_json(json.dumps(self.book.plan))
        """None for an exam, which has no suites."""
        self.guide: Guide = guide_of(self.book)
        self.questions = {q.id: q for q in self._questions()}
        self.reader = AnswerReader(self.book.assignment, list(self.questions))
        self.findings: Findings | None = None
        self._open: dict[tuple[str, str], tuple[DeskSession, float]] = {}
        self._lock = threading.Lock()
        self._report_due: threading.Timer | None = None

    def close(self) -> None:
        if self._report_due is not None:
            self._report_due.cancel()
            self._write_report()
        self.book.close()

    def _questions(self) -> list[Question]:
        asked = rules_of(self.book.snapshot()).written
        if self.exam is not None:
            exam = self.exam
            return [Question(q, exam.titles.get(q, q), points, "", exam.rubrics.get(q, "")) for q, points in asked.items()]
        try:
            assert self.plan is not None
            known = {w.id: w for w in self.plan.assignment.written}
        except (UserError, OSError):
            known = {}  # the course is on another machine: answers can be read, prompts cannot
        found = []
        for name, points in asked.items():
            record = known.get(name)
            title = name.replace("_", " ").capitalize()
            found.append(Question(name, title, points, record.prompt if record else "", record.rubric if record else ""))
        return found

    def question(self, name: str) -> Question:
        if name not in self.questions:
            raise UserError(f"there is no written question {name!r} here")
        return self.questions[name]

    # --- the gradebook as it is now --------------------------------------------------------------------------------

    def now(self) -> State:
        return State.of(self.book)

    def readings(self, state: State, question: str) -> list[AnswerReading]:
        return readings(state.snap, state.rows, question)[question]

    def rubric(self, state: State, question: Question) -> Rubric:
        return in_force(rules_of(state.snap).decided, question.id, question.rubric)

    def progress(self, state: State) -> list[ReadingProgress]:
        every = readings(state.snap, state.rows)
        return [
            ReadingProgress(q, sum(r.points is not None for r in every[q.id]), len(every[q.id]))
            for q in self.questions.values()
        ]

    def row(self, state: State, key: str) -> Standing:
        for row in state.rows:
            if row.key == key:
                return row
        raise UserError(f"nobody here is called {key!r}")

    # --- who looks at what -----------------------------------------------------------------------------------------

    def opened(self, session: DeskSession, question: str, code: str) -> str:
        """Notes that this session has an answer open. Returns who else has it open, if anybody."""
        with self._lock:
            now = time.monotonic()
            other = self._open.get((question, code))
            self._open = {
                place: (who, when)
                for place, (who, when) in self._open.items()
                if who is not session and now - when < OPEN_SECONDS
            }
            if other and other[0] is not session and now - other[1] < OPEN_SECONDS:
                return other[0].name
            self._open[question, code] = (session, now)
            return ""

    def next_unread(
        self, session: DeskSession, every: list[AnswerReading], after: str = "", open_ones: bool = False
    ) -> AnswerReading | None:
        """The next answer that nobody has scored, from here on and round; what somebody else has open only with `open_ones`."""
        start = next((i + 1 for i, r in enumerate(every) if r.code == after), 0)
        turned = [*every[start:], *every[:start]]
        unread = [r for r in turned if r.points is None and r.code != after]
        with self._lock:
            now = time.monotonic()
            taken = {place for place, (who, when) in self._open.items() if who is not session and now - when < OPEN_SECONDS}
        free = [r for r in unread if (r.question, r.code) not in taken]
        return next(iter(free or (unread if open_ones else [])), None)

    # --- pages on disk ---------------------------------------------------------------------------------------------

    def decided(self, rows: list[Standing] | None) -> None:
        """The feedback pages of these students (None: of all) follow at once; the class report within seconds."""
        keys = None if rows is None else [row.key for row in rows]
        refresh(self.book, keys, self.guide, report=False)
        with self._lock:
            if self._report_due is None:
                self._report_due = threading.Timer(REPORT_SECONDS, self._write_report)
                self._report_due.daemon = True
                self._report_due.start()

    def _write_report(self) -> None:
        with self._lock:
            self._report_due = None
        refresh(self.book, [], self.guide)
