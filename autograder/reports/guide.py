"""What a page may say about an exercise beyond a student's result: all of it stands in the release already."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autograder.errors import UserError

if TYPE_CHECKING:
    from autograder.authoring.coverage import Notes
    from autograder.course import Assignment, Course, Exercise
    from autograder.grading.plan import Plan

MOST_SECTIONS = 5
MOST_FORMULAS = 4


@dataclass(frozen=True)
class Formula:
    text: str
    apart: bool
    """Lines and columns mean something."""


@dataclass(frozen=True)
class ExerciseGuide:
    title: str = ""
    formulas: list[Formula] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)
    """Where the lecture notes treat it: "003 §3.5.2 Batch normalisation"."""


@dataclass(frozen=True)
class Guide:
    """What the pages of one run know about its assignment."""

    title: str
    exercises: dict[str, ExerciseGuide] = field(default_factory=dict)

    def of(self, exercise_id: str) -> ExerciseGuide:
        return self.exercises.get(exercise_id) or ExerciseGuide(exercise_id.replace("_", " "))

    @classmethod
    def of_plan(cls, plan: Plan) -> Guide:
        notes = _notes(plan.course)
        return cls(plan.assignment.title, {e.id: _exercise(plan.assignment, e, notes) for e in plan.exercises})


def _exercise(assignment: Assignment, exercise: Exercise, notes: Notes | None) -> ExerciseGuide:
    from autograder.course.source import read_module

    try:
        source = read_module(assignment.reference, exercise.module)
        tasks = [ast.get_docstring(source.definition(name)) or "" for name in exercise.names]
    except UserError:
        tasks = []  # a grade is no place to complain about the course
    return ExerciseGuide(exercise.title, formulas_of(*tasks)[:MOST_FORMULAS], _sections(exercise, notes))


def formulas_of(*docstrings: str) -> list[Formula]:
    """What tasks say before their lists of arguments in equations, set apart or in a paragraph; else their first words."""
    told = [f for docstring in docstrings for f in _paragraphs(docstring)]
    stated = [f for f in told if f.apart or any(sign in f.text for sign in (" = ", " <- ", " ~ ", ":="))]
    return list(dict.fromkeys(stated)) or told[:1]


def _paragraphs(docstring: str) -> list[Formula]:
    task = []
    for paragraph in docstring.split("\n\n"):
        if paragraph.lstrip().startswith(("Args:", "Returns:", "Raises:", "Attributes:")):
            break
        apart = all(line.startswith(" ") for line in paragraph.splitlines())
        text = textwrap.dedent(paragraph.strip("\n")) if apart else " ".join(paragraph.split())
        if text.strip():
            task.append(Formula(text, apart))
    return task


def _sections(exercise: Exercise, notes: Notes | None) -> list[str]:
    found = []
    for reference in exercise.notes[:MOST_SECTIONS]:
        section = notes.find(reference) if notes else None
        found.append(f"{reference} {notes.titles[section]}" if notes and section else reference)
    return found


def _notes(course: Course) -> Notes | None:
    """Titles of the sections, where the course has a list of them."""
    from autograder.authoring.coverage import SOURCE, read_notes

    if not (course.root / SOURCE).is_file():
        return None
    try:
        return read_notes(course.root / SOURCE)
    except UserError:
        return None
