"""The names of cells in nbgrader's gradebook. A test cell is named like its exercise, so that its columns are ours."""

from __future__ import annotations


def answer_of(exercise_id: str) -> str:
    """The cell of an exercise's code; comments are attached to it. No exercise has a hyphen in its id."""
    return f"{exercise_id}-code"


def written(question_id: str) -> str:
    return f"{question_id}-answer"
