"""What tests take from the course: derived from its records, so that a larger course needs no longer list here."""

from __future__ import annotations

from pathlib import Path

from autograder.course import Assignment, Course, Exercise

COURSE = Course(Path(__file__).resolve().parent.parent)
ASSIGNMENTS = [a.name for a in COURSE.assignments()]


def varied(assignment: Assignment, most: int = 3) -> list[str]:
    """A few exercises that are unlike each other: a class, a backward, one that needs another, then whatever comes first."""
    regular = [e for e in assignment.exercise if not e.training]
    kinds = (_asks_for_a_class, _asks_for_a_backward, lambda e: bool(e.needs), lambda e: True, lambda e: True)
    chosen: list[str] = []
    for is_one in kinds:
        chosen += [e.id for e in regular if is_one(e) and e.id not in chosen][:1]
    return chosen[:most]


def varied_of_all(most: int = 3) -> list[tuple[str, list[str]]]:
    return [(a.name, varied(a, most)) for a in COURSE.assignments()]


def a_written_test() -> tuple[str, list[str]]:
    """An exercise in which the student writes the test (`kind = "mutants"`)."""
    return next((a.name, [e.id]) for a in COURSE.assignments() for e in a.exercise if e.is_test)


def _asks_for_a_class(exercise: Exercise) -> bool:
    return any(name[0].isupper() for name in exercise.names)


def _asks_for_a_backward(exercise: Exercise) -> bool:
    return any(name.endswith("_backward") for name in exercise.names)
