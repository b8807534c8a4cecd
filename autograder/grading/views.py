"""What people read of a run: grades.csv, and per submission results.json and feedback.md. Views of the store, no state.

Pages (feedback.html, index.html) are made in `autograder.pages`.
"""

from __future__ import annotations

import os
from pathlib import Path

from autograder.gradebook.tables import cell, csv_text
from autograder.grading.feedback import feedback_markdown
from autograder.grading.results import SubmissionResult


def write_submission(out: Path, result: SubmissionResult) -> None:
    folder = out / result.submission
    folder.mkdir(parents=True, exist_ok=True)
    record = result.model_dump_json(indent=2, exclude={"exercises": {"__all__": {"code"}}})
    replace_file(folder / "results.json", record + "\n")
    replace_file(folder / "feedback.md", feedback_markdown(result))


def write_grades(out: Path, exercises: list[str], results: list[SubmissionResult]) -> Path:
    rows = [["submission", "score", "possible", *exercises]]
    for result in sorted(results, key=lambda r: r.submission):
        earned = {e.id: e.earned for e in result.exercises}
        points = [result.score, result.possible, *(earned.get(e, 0.0) for e in exercises)]
        rows.append([cell(result.submission), *map(_number, points)])
    replace_file(out / "grades.csv", csv_text(rows))
    return out / "grades.csv"


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def replace_file(path: Path, text: str) -> None:
    """Written beside and moved, so that a reader or a kill never sees half a file."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
