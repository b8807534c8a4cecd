"""Helpers of these tests are found by their own folder: tests are imported by path."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import parts_course


@pytest.fixture
def parts(tmp_path):
    """A course whose exercises build on each other: halve, quarter (needs halve), eighth (needs quarter), mean."""
    return parts_course.make(tmp_path / "course")
