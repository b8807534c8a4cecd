"""otter's final_grades.csv: a row of what each question is worth, then a row for each submission.

Written as `otter grade` writes it (otter-grader 7.0): the questions sorted by name, numbers as floats.
"""

from __future__ import annotations

from pathlib import Path

from autograder.basics.csv_tables import csv_text
from autograder.basics.files import replace_text
from autograder.grading.results import SubmissionResult

WORTH = "points-per-question"


def write(results: list[SubmissionResult], out: Path) -> list[Path]:
    questions = {e.id: float(e.possible) for r in results for e in r.exercises}
    names = sorted(questions)
    rows: list[list[object]] = [["file", *names, "total_points_earned", "percent_correct", "grading_status"]]
    if results:
        rows.append([WORTH, *(questions[n] for n in names), float(results[0].possible), 1.0, "--"])
    for result in sorted(results, key=lambda r: r.submission):
        earned = {e.id: float(e.earned) for e in result.exercises}
        share = round(result.score / result.possible, 4) if result.possible else 0.0
        rows.append([result.submission, *(earned.get(n, 0.0) for n in names), float(result.score), share, "Completed"])
    return [replace_text(out / "final_grades.csv", csv_text(rows))]
