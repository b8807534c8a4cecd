"""What people read of a run: grades.csv, and per submission results.json and feedback.md. Views of the store, no state.

Pages (feedback.html, index.html) are made in `autograder.reports`.
"""

from __future__ import annotations

from pathlib import Path

from autograder.basics.csv_tables import cell, csv_text
from autograder.basics.files import replace_text
from autograder.grading.results import SubmissionResult
from autograder.reports.feedback import feedback_markdown


def write_submission(out: Path, result: SubmissionResult) -> None:
    folder = out / result.submission
    folder.mkdir(parents=True, exist_ok=True)
    record = result.model_dump_json(indent=2, exclude={"exercises": {"__all__": {"code"}}})
    replace_text(folder / "results.json", record + "\n")
    replace_text(folder / "feedback.md", feedback_markdown(result))


def write_grades(out: Path, exercises: list[str], results: list[SubmissionResult]) -> Path:
    rows = [["submission", "score", "possible", *exercises, "note"]]
    for result in sorted(results, key=lambda r: r.submission):
        earned = {e.id: e.earned for e in result.exercises}
        points = [result.score, result.possible, *(earned.get(e, 0.0) for e in exercises)]
        note = f"not gradable: {result.not_gradable}" if result.not_gradable else ""
        rows.append([cell(result.submission), *map(_number, points), cell(note)])
    replace_text(out / "grades.csv", csv_text(rows))
    return out / "grades.csv"


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
