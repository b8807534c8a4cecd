"""The pages of a run while it goes on: a student's as the result arrives, the class report now and then.

Writing must never slow grading down: the report is written at most every two seconds, and never more than a fiftieth
of the time goes into it, however large the class.
"""

from __future__ import annotations

import time
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.basics.files import replace_text
from autograder.reports.guide import Guide

if TYPE_CHECKING:
    from autograder.grading.plan import Plan
    from autograder.grading.results import SubmissionResult
    from autograder.reports.class_numbers import Row
    from autograder.reports.class_page import People

LEAST_SECONDS = 2.0
SHARE = 50
"""One part of the time in so many may go into the report."""


class LivePages:
    def __init__(self, out: Path, plan: Plan, expected: int = 0, database: str | None = None) -> None:
        """`database`: where the gradebook is; with it the pages of a run that has ended say what people decided."""
        self.out, self.plan, self.expected, self.database = out, plan, expected, database
        self.rows: dict[str, Row] = {}
        self.changed = False
        self._next = 0.0
        self._idle = 0

    @cached_property
    def guide(self) -> Guide:
        return Guide.of_plan(self.plan)

    def add(self, result: SubmissionResult) -> None:
        """A student's own page; the report learns of it."""
        from autograder.reports.class_numbers import Row
        from autograder.reports.feedback_json import feedback_json
        from autograder.reports.feedback_page import feedback_page

        folder = self.out / result.submission
        replace_text(folder / "feedback.json", feedback_json(result))
        replace_text(folder / "feedback.html", feedback_page(result, self.guide))
        self.rows[result.submission] = Row.of(result)
        self.changed = True

    def pause(self) -> None:
        """Called between polls: gets ready while graders start, and keeps the report fresh."""
        self._idle += 1
        if self._idle == 2:
            _ = self.guide
        if self.changed and time.monotonic() >= self._next:
            self.report("running")

    def report(self, state: str) -> Path:
        """OUT/index.html. `state`: running, done or interrupted."""
        from autograder.reports.class_page import Run, class_page

        start = time.monotonic()
        run = Run(state, max(self.expected, len(self.rows)))
        people = None if run.is_running else self._what_people_decided()
        page = class_page(list(self.rows.values()), self.guide, list(self.plan.points), run, people)
        replace_text(self.out / "index.html", page)
        now = time.monotonic()
        self.changed, self._next = False, now + max(LEAST_SECONDS, SHARE * (now - start))
        return self.out / "index.html"

    def _what_people_decided(self) -> People | None:
        """For the report; and those students' pages get it back, having been written from the results alone."""
        from autograder.gradebook.book import Gradebook
        from autograder.reports.refresh import State, write_student

        if self.database is None:
            return None
        with Gradebook(self.database) as book:
            now = State.of(book)
        for name in self.rows:
            if name in now.current and (marks := now.marks(name)):
                write_student(self.out, now.result(name), self.guide, marks)
        return now.people(str(self.out))
