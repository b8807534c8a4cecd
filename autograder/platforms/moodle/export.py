"""For Moodle: the assignment's offline grading worksheet where the roster was one, else Grades > Import > CSV file.

Worksheet (moodle/moodle, mod/assign/feedback/offline/importgradeslib.php, read 2026-11): the import needs "Identifier"
("Participant N"), "Grade" and "Last modified (grade)", and takes "Feedback comments"; the other columns are for people.
Names of columns are those of the language in which the worksheet was downloaded, and go back as they came.
CSV import (docs.moodle.org, "Grade import"): columns are mapped by hand, students best by "Email address" or
"ID number"; feedback imported without its grade loses the grade, so both always stand in the file.
"""

from __future__ import annotations

import html
import re
from pathlib import Path

from autograder.basics.csv_tables import cell, csv_text, key_cell, number
from autograder.basics.files import replace_text
from autograder.gradebook.grades import Standing
from autograder.gradebook.roster import RosterStudent
from autograder.intake.moodle_columns import COMMENTS, EMAIL, GRADE, GRADED, IDENTIFIER, MOST, NO, OPEN, in_english
from autograder.platforms.exporting import Export, Written, nobody

FILE = "moodle.csv"
IMPORT = ("First name", "Last name", "ID number", "Username", "Email address")
_KEYS = (IDENTIFIER, "ID number", "Username", EMAIL)

_NUMBER = re.compile(r"-?[\d.,]*\Z")


def write(export: Export, out: Path) -> Written:
    listed = [r for r in export.standings if r.student]
    left_out = [nobody(r) for r in export.standings if r.student is None]
    if any(r.student and IDENTIFIER in r.student.moodle_columns for r in listed):
        return _worksheet(export, out, listed, left_out)
    return _import(export, out, listed, left_out)


def _worksheet(export: Export, out: Path, listed: list[Standing], left_out: list[str]) -> Written:
    """The worksheet that was downloaded, with grades and feedback filled in; its other columns stay as they were."""
    first = next(r.student.columns for r in listed if r.student and IDENTIFIER in r.student.moodle_columns)
    called = in_english(first)
    called |= {c: c for c in (GRADE, GRADED, COMMENTS) if c not in called.values()}
    rows = []
    for row in listed:
        assert row.student is not None
        said = row.student.moodle_columns
        if not said.get(IDENTIFIER):
            left_out.append(f"{row.name}: the roster has no Moodle Identifier for this student")
            continue
        if said.get(OPEN) in NO:
            left_out.append(f"{row.name}: Moodle says that this grade cannot be changed")
            continue
        filled = {**said}
        grade = export.grade_of(row)
        if grade is not None:
            filled |= {GRADE: number(grade), COMMENTS: feedback(row)}
        rows.append([_cell(c, filled.get(c, "")) for c in called.values()])
    path = replace_text(out / FILE, csv_text([[cell(c) for c in called], *rows]))
    notes = []
    worth = {r.student.moodle_columns.get(MOST, "") for r in listed if r.student} - {""}
    if any(_differs(w, export.possible) for w in worth):
        notes.append(
            f"Moodle's maximum grade is {', '.join(sorted(worth))}, here it is {number(export.possible)}: set it there first"
        )
    return Written([path], left_out, notes)


def _import(export: Export, out: Path, listed: list[Standing], left_out: list[str]) -> Written:
    header = [*IMPORT, cell(export.column), cell(f"{export.column} (feedback)")]
    rows = []
    for row in listed:
        assert row.student is not None
        grade = export.grade_of(row)
        if grade is None:
            continue  # an empty grade beside feedback would wipe what Moodle has
        rows.append([*(_cell(c, _identity(row.student, c)) for c in IMPORT), number(grade), cell(feedback(row))])
    path = replace_text(out / FILE, csv_text([header, *rows]))
    note = "in Moodle's preview, map from 'Email address' to 'Email address' (or ID number), and both last columns"
    return Written([path], left_out, [note])


def feedback(row: Standing) -> str:
    """Moodle shows it as HTML: all that people wrote is text."""
    lines = [f"Tests: {number(row.score)} points."]
    lines += [f"{item}: {number(points)} points." for item, points in row.manual.items()]
    if row.late:
        lines.append(f"{row.days_late} days late: -{number(row.late)} points.")
    if row.extra:
        lines.append(f"Extra credit: {number(row.extra)} points.")
    lines += [f"{d.item or 'Final grade'} set to {number(d.value)} by staff." for d in row.overrides]
    lines += row.comments
    return "<br>".join(html.escape(line) for line in lines)


def _identity(student: RosterStudent, column: str) -> str:
    if column in student.columns:
        return student.columns[column]
    first, _, last = student.name.rpartition(" ")
    known = {
        "First name": first,
        "Last name": last or student.columns.get("Surname", ""),
        "Email address": student.email,
    }
    known |= {
        "ID number": student.key if student.key not in (student.email, student.login) else "",
        "Username": student.login,
    }
    return known[column]


def _cell(column: str, text: str) -> str:
    if column == GRADE and _NUMBER.match(text):
        return text
    return key_cell(text) if column in _KEYS else cell(text)


def _differs(text: str, possible: float) -> bool:
    try:
        return abs(float(text.replace(",", ".")) - possible) > 1e-6
    except ValueError:
        return False
