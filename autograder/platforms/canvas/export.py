"""For Canvas's Gradebook > Import.

Columns as Canvas's importer reads them (instructure/canvas-lms, lib/gradebook_importer.rb, read 2026-11): the first is
"Student", the second "ID", then "SIS User ID" and "SIS Login ID", optionally "Integration ID" and "Root Account", and
"Section" last before the grades; a second row with "Points Possible"; a grade column is the assignment's title, with its
number in brackets where it exists already. A student is found by ID, else SIS user id, else SIS login id, else name.
An empty grade changes nothing.
"""

from __future__ import annotations

from pathlib import Path

from autograder.basics.csv_tables import cell, csv_text, key_cell, number
from autograder.basics.files import replace_text
from autograder.gradebook.roster import RosterStudent, is_canvas
from autograder.platforms.exporting import Export, Written, nobody

FILE = "canvas.csv"
COLUMNS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_OPTIONAL = ("Integration ID", "Root Account")


def write(export: Export, out: Path) -> Written:
    rows, left_out = [], []
    listed = [r for r in export.standings if r.student]
    optional = [c for c in _OPTIONAL if any(r.student and c in r.student.columns for r in listed)]
    columns = [*COLUMNS[:4], *optional, "Section"]
    for row in export.standings:
        if row.student is None:
            left_out.append(nobody(row))
            continue
        grade = export.grade_of(row)
        rows.append([*(_identity(row.student, c) for c in columns), number(grade)])
    header = [*columns, cell(export.column)]
    points = ["    Points Possible", *[""] * (len(columns) - 1), number(export.possible)]
    path = replace_text(out / FILE, csv_text([header, points, *rows]))
    notes = []
    if not any(r.student and is_canvas(list(r.student.columns)) for r in listed):
        notes.append("the roster is not from Canvas, so Canvas has to find students by login or name")
    changed = [r.name for r in listed if r.student and _only_by_name(r.student) and cell(r.name) != r.name]
    if changed:
        notes.append(
            f"Canvas will not find {', '.join(changed[:5])}: the name would be a formula, so it was changed, and there is no "
            "ID or login to find the student by"
        )
    if not export.title.endswith(")"):
        notes.append(
            "Canvas makes a new column of this name; for an existing assignment give its title and number as in "
            "Canvas's own export, such as --title 'Homework 4 (12345)'"
        )
    return Written([path], left_out, notes)


def _only_by_name(student: RosterStudent) -> bool:
    return not any(_identity(student, column) for column in COLUMNS[1:4])


def _identity(student: RosterStudent, column: str) -> str:
    """As Canvas exported it; else what the roster knows."""
    if is_canvas(list(student.columns)):
        text = student.columns.get(column, "")
        return cell(text) if column in ("Student", "Section") else key_cell(text)
    known = {"Student": cell(student.name), "SIS User ID": key_cell(student.key)}
    known |= {"SIS Login ID": key_cell(student.login or student.email), "Section": cell(student.section)}
    return known.get(column, "")
