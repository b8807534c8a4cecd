"""Grades an assignment's own solution, as a hand-in like any other: the first thing that a suite has to show."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.course import Course
from autograder.course.source import solution_text
from autograder.runs.grade import Options, grade


@dataclass(frozen=True)
class OwnSolution:
    score: float
    possible: float
    failures: list[str]
    """A sentence for each test that the solution fails."""


def grade_own_solution(course: Course, assignment: str, places: Mapping[str, str], isolation: str = "standard") -> OwnSolution:
    """`places`: name of a test -> where a person finds it."""
    found = course.assignment(assignment)
    with tempfile.TemporaryDirectory(prefix="gradmark-own-") as room:
        hand_in = Path(room) / "solution.py"
        hand_in.write_text(solution_text(found.reference, found.exercise), encoding="utf-8")
        options = Options(quiet=True, jobs=1, isolation=isolation)
        (result,) = grade(course.root, assignment, [hand_in], Path(room) / "out", options).results
    failures = []
    for e in result.exercises:
        for t in e.tests:
            if not t.passed:
                name = t.id.rpartition("::")[2]
                why = (t.detail or t.message).strip().splitlines()
                said = why[-1] if why else t.outcome
                failures.append(f"{places.get(name, name)}: the solution of {e.id} fails its test here: {said}")
    return OwnSolution(result.score, result.possible, failures)
