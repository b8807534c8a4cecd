"""The grades of a whole course as one CSV table, for a spreadsheet or a registrar."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from autograder.basics.csv_tables import cell, csv_text, key_cell, number
from autograder.basics.files import replace_text
from autograder.gradebook.semester import CourseGrades, CourseLine, GradeCell


def write_course_table(grades: CourseGrades, path: Path) -> Path:
    """One line for each student: of each assignment the points, of how many, and how they stand; then the total in percent."""
    header = ["student", "name", "email", "section"]
    for label, weight in zip(grades.labels, grades.weights):
        header += [cell(f"{label} (weight {number(weight)})"), cell(f"{label} of"), cell(f"{label} status")]
    rows: list[list[str]] = [[*header, "total (%)", "total status", "slip days used"]]
    for line in grades.lines:
        row = [key_cell(line.key), cell(line.name), key_cell(line.email), cell(line.section)]
        for each in line.cells:
            row += [number(each.final), number(each.possible) if each.possible else "", status_words(each)]
        rows.append([*row, number(line.total), "open" if line.is_open else "final", str(line.slips_used)])
    path.parent.mkdir(parents=True, exist_ok=True)
    return replace_text(path, csv_text(rows))


def status_words(each: GradeCell) -> str:
    """How a grade stands, nothing left out: "graded, 2 days late, -1.5, dropped"."""
    words = [each.state]
    if each.days_late:
        free = f" ({each.slip_days} slip)" if each.slip_days else ""
        words.append(f"{each.days_late} day{'s' if each.days_late != 1 else ''} late{free}")
        words += [f"{number(-each.late)} points"] if each.late else []
    words += ["late, time unknown"] if each.time_unknown else []
    words += [f"{each.unread} to read"] if each.unread else []
    words += ["dropped"] if each.dropped else []
    return ", ".join(words)


def course_record(grades: CourseGrades) -> dict[str, Any]:
    """The same for programs."""
    return {
        "assignments": [
            {"label": label, "weight": weight, "possible": possible}
            for label, weight, possible in zip(grades.labels, grades.weights, grades.possible)
        ],
        "students": [line_record(grades, line) for line in grades.lines],
        "nobody": [{"assignment": a, "submission": s, "status": why} for a, s, why in grades.nobody],
        "slip_days": grades.slip_days,
        "notes": list(grades.notes),
    }


def line_record(grades: CourseGrades, line: CourseLine) -> dict[str, Any]:
    facts = lambda c: {**c.__dict__, "status": status_words(c)}
    return {
        "student": line.key,
        "name": line.name,
        "email": line.email,
        "section": line.section,
        "total": line.total,
        "open": line.is_open,
        "slip_days_used": line.slips_used,
        "grades": {label: facts(each) for label, each in zip(grades.labels, line.cells)},
    }
