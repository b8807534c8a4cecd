"""Shared by the bridges' tests: releases made once, a small class, and the truth that `gradmark grade` finds."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.authoring.release import ReleaseReport, make_release
from autograder.course import Course, Selection
from autograder.grading.results import SubmissionResult

sys.path.insert(0, str(Path(__file__).parent))  # tests are imported by path
from hand_ins import ASSIGNMENT, KINDS, ONLY, Class, grade_class  # noqa: F401

Release = Callable[[str], ReleaseReport]


@pytest.fixture(scope="session")
def selection(our_course: Course) -> Selection:
    return our_course.assignment(ASSIGNMENT).select(ONLY)


@pytest.fixture(scope="session")
def students(our_course: Course, selection: Selection) -> Class:
    return Class(our_course, selection)


@pytest.fixture(scope="session")
def release(our_course: Course, selection: Selection, tmp_path_factory: pytest.TempPathFactory) -> Release:
    """`release("otter")`: the small selection in a format, made once."""
    made: dict[str, ReleaseReport] = {}

    def make(format: str) -> ReleaseReport:
        if format not in made:
            made[format] = make_release(our_course, selection, tmp_path_factory.mktemp(format), format=format)
        return made[format]

    return make


@pytest.fixture(scope="session")
def truth(our_course: Course, students: Class, tmp_path_factory: pytest.TempPathFactory) -> dict[str, SubmissionResult]:
    """The small class through `gradmark grade`: what every other road has to find, too."""
    folder = tmp_path_factory.mktemp("truth")
    (folder / "stubs.ipynb").write_text(json.dumps(students.simulator.stubs))
    found = grade_class(our_course, students, folder / "stubs.ipynb", folder)
    assert found["reference"].score == found["reference"].possible
    assert found["stub"].score == found["attack"].score == 0
    assert 0 < found["mistake"].score < found["mistake"].possible
    assert any(t.hint for e in found["mistake"].exercises for t in e.tests)
    return found
