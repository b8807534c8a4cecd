"""All questions of a course and its exams, read from where they stand.

    assignments/NN_TOPIC/questions.toml    the questions of a topic
    assignments/NN_TOPIC/questions.py      functions that they use and no exercise has; optional
    assignments/exams.toml                 the exams: [exam.NAME] with questions and points

A topic may have questions before it has an assignment.
"""

from __future__ import annotations

import math
import runpy
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from pydantic import BaseModel, ValidationError

from autograder.course import Assignment, Course, Exercise
from autograder.course.load import line_of, load_assignment, parse_toml
from autograder.course.mistakes import Mistake, apply_mistake, load_mistakes
from autograder.course.source import read_module
from autograder.errors import UserError
from autograder.exams.model import ExamFile, ExamQuestion, ExamSet, QuestionFile
from autograder.suites.reference import load_reference
from autograder.suites.trusted import trusted_session

QUESTIONS, HELPERS, EXAMS = "questions.toml", "questions.py", "exams.toml"
MATHEMATICS: dict[str, Any] = {
    "np": np,
    "pi": math.pi,
    **{name: getattr(math, name) for name in ("sqrt", "exp", "log", "log2", "ceil", "floor", "tanh", "prod", "comb")},
}
"""What every expression may use beside the course's own functions."""


@dataclass(frozen=True)
class WrongVersion:
    """A reference with one of its mistakes made."""

    mistake: Mistake
    names: dict[str, Any]


@dataclass
class BankEntry:
    """A question, and what its expressions may use."""

    course: Course
    folder: Path
    question: ExamQuestion

    @property
    def place(self) -> str:
        return f"{self.folder / QUESTIONS}: {self.question.id}"

    @cached_property
    def helpers(self) -> dict[str, Any]:
        path = self.folder / HELPERS
        if not path.is_file():
            return {}
        try:
            found = runpy.run_path(str(path))
        except Exception as error:
            raise UserError(f"{path} cannot be read: {type(error).__name__}: {error}") from None
        return {name: value for name, value in found.items() if not name.startswith("_")}

    @cached_property
    def exercise(self) -> tuple[Assignment, Exercise] | None:
        """Whose reference and mistakes its expressions use."""
        if not self.question.exercise:
            return None
        number, _, name = self.question.exercise.rpartition("/")
        assignment = self.course.assignment(number) if number else load_assignment(self.folder)
        return assignment, assignment.get(name)

    @cached_property
    def right(self) -> dict[str, Any]:
        """Names of the right version."""
        if self.exercise is None:
            return {**MATHEMATICS, **self.helpers}
        assignment, exercise = self.exercise
        load_reference(self.course, assignment, exercise)  # makes what it imports importable
        return self._of(read_module(assignment.reference, exercise.module).text, assignment)

    @cached_property
    def wrong(self) -> list[WrongVersion]:
        """The versions with a mistake."""
        if self.exercise is None:
            return []
        _ = self.right
        assignment, exercise = self.exercise
        source = read_module(assignment.reference, exercise.module)
        listed = {m.id.partition("/")[2]: m for m in load_mistakes(assignment, exercise)}
        wanted = self.question.mistakes if self.question.mistakes is not None else list(listed)
        unknown = [name for name in (*wanted, *self.question.credit) if name not in listed]
        if unknown:
            raise UserError(f"{self.place}: {exercise.id} has no mistake {unknown[0]!r}; it has: {', '.join(listed)}")
        return [
            WrongVersion(listed[name], self._of(apply_mistake(source, exercise, listed[name]), assignment)) for name in wanted
        ]

    def _of(self, text: str, assignment: Assignment) -> dict[str, Any]:
        given = {path.stem: path.read_text(encoding="utf-8") for path in assignment.given}
        return {**MATHEMATICS, **trusted_session(text, given).namespace, **self.helpers}


@dataclass
class Bank:
    course: Course
    entries: dict[str, BankEntry] = field(default_factory=dict)
    exams: dict[str, ExamSet] = field(default_factory=dict)

    def entry(self, question: str) -> BankEntry:
        if question not in self.entries:
            raise UserError(f"there is no question {question!r} in assignments/*/{QUESTIONS}")
        return self.entries[question]

    def exam(self, name: str) -> ExamSet:
        if name not in self.exams:
            have = ", ".join(self.exams) or "none"
            raise UserError(f"there is no exam {name!r} in assignments/{EXAMS}; there are: {have}")
        return self.exams[name]

    def of_folder(self, folder: Path) -> list[BankEntry]:
        return [entry for entry in self.entries.values() if entry.folder == folder]


def load_bank(course: Course) -> Bank:
    """Every question and exam; complaints name the file and the line."""
    bank = Bank(course)
    for path in sorted((course.root / "assignments").glob(f"*/{QUESTIONS}")):
        for question in _read(path, QuestionFile).question:
            if question.id in bank.entries:
                other = bank.entries[question.id].folder / QUESTIONS
                raise UserError(f"{path}: question {question.id!r} is also in {other}; ids are unique in a course")
            bank.entries[question.id] = BankEntry(course, path.parent, question)
    path = course.root / "assignments" / EXAMS
    if path.is_file():
        bank.exams = _read(path, ExamFile).exam
        for name, exam in bank.exams.items():
            unknown = [q for q in exam.points if q not in bank.entries]
            if unknown:
                raise UserError(f"{path}: exam {name!r} asks for {unknown[0]!r}, which is no question of this course")
    return bank


def exam_names(course: Course) -> list[str]:
    """Without reading a question."""
    path = course.root / "assignments" / EXAMS
    return list(_read(path, ExamFile).exam) if path.is_file() else []


M = TypeVar("M", bound=BaseModel)


def _read(path: Path, kind: type[M]) -> M:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read: {error}") from None
    try:
        return kind.model_validate(parse_toml(text, path))
    except ValidationError as error:
        first = error.errors()[0]
        what = ".".join(str(part) for part in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        raise UserError(f"{path}:{line_of(text, first['loc'])}: {what + ': ' if what else ''}{message}") from None
