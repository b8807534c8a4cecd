"""Shared fixtures: a small course made by `gradmark init`, and our own course."""

from pathlib import Path

import pytest

from autograder.authoring.scaffold import init_course
from autograder.course import Course

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def our_course() -> Course:
    return Course(ROOT)


@pytest.fixture
def small_course(tmp_path: Path) -> Course:
    """The example course of `gradmark init`: one exercise, softplus."""
    return init_course(tmp_path / "course")
