"""An exam in a gradebook: what its run knows beyond points, and what is kept from students until it closes.

It stands in the run's plan under "exam", so that everything that reads a gradebook can tell an exam from an assignment.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from autograder.errors import UserError
from autograder.gradebook.book import Gradebook, Snapshot


class ExamRun(BaseModel):
    title: str
    titles: dict[str, str] = Field(default_factory=dict)
    """Question -> what it is called; texts included, in the order in which they are asked."""
    points: dict[str, float] = Field(default_factory=dict)
    """Of all questions, texts included."""
    rubrics: dict[str, str] = Field(default_factory=dict)
    """Text question -> what its reader looks for."""
    closes: float | None = None
    closes_on: str = ""
    """The same as it was said."""

    def held_back(self, now: float) -> str:
        """Until when nothing may reach students; empty once the exam has closed."""
        return self.closes_on if self.closes is not None and now < self.closes else ""


def exam_of(plan: Mapping[str, Any]) -> ExamRun | None:
    """Of a run's plan (`Gradebook.plan`); None if it is an assignment's."""
    return ExamRun.model_validate(plan["exam"]) if plan.get("exam") else None


def exam_in(snap: Snapshot) -> ExamRun | None:
    return exam_of(json.loads(snap.facts["plan"])) if snap.facts.get("plan") else None


def refuse_exam(plan: Mapping[str, Any], why: str) -> None:
    """For commands that make no sense for an exam. `why`: the rest of the sentence."""
    if plan.get("exam"):
        raise UserError(f"{plan.get('assignment_name', 'this')} is an exam: {why}")


def refuse_before_closing(book: Gradebook, what: str, now: float | None = None) -> None:
    """`what`: what would go to students."""
    exam = exam_of(book.plan)
    until = exam.held_back(time.time() if now is None else now) if exam else ""
    if until:
        raise UserError(f"the exam {book.assignment} closes {until}: until then {what}, since others are still writing")
