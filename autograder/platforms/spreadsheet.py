"""One table with everything a line of the gradebook says. `read` gives back exactly what was written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from autograder.basics.csv_tables import cell, csv_text, number, read_table, uncell
from autograder.basics.files import replace_text
from autograder.gradebook.grades import Standing
from autograder.platforms.exporting import Export, Written

FILE = "gradebook.csv"
_TEXT = (
    "student",
    "name",
    "login",
    "email",
    "section",
    "submission",
    "status",
    "override_reason",
    "override_by",
    "comments",
    "awaiting",
)
_NUMBERS = (
    "attempts",
    "handed_in",
    "days_late",
    "score",
    "late_penalty",
    "extra",
    "override",
    "final",
    "possible",
)


def record(row: Standing, export: Export) -> dict[str, Any]:
    """One line as values, not yet as text."""
    whole = next((d for d in row.overrides if not d.item), None)
    said = row.student
    return {
        "student": row.key,
        "name": row.name,
        "login": said.login if said else "",
        "email": said.email if said else "",
        "section": said.section if said else "",
        "submission": row.submission or "",
        "status": row.status,
        "attempts": len(row.attempts),
        "handed_in": row.handed_in,
        "days_late": row.days_late,
        **{f"points: {e}": row.exercises.get(e) for e in export.points},
        **{f"written: {w}": row.manual.get(w) for w in export.written},
        "score": row.score if row.grading is not None else None,
        "late_penalty": row.late,
        "extra": row.extra,
        "override": whole.value if whole else None,
        "override_reason": "; ".join(f"{d.item or 'final'}: {d.reason}" for d in row.overrides),
        "override_by": "; ".join(dict.fromkeys(d.by for d in row.overrides)),
        "comments": "\n".join(row.comments),
        "awaiting": " ".join(row.awaiting),
        "final": export.grade_of(row),
        "possible": row.possible,
    }


def write(export: Export, out: Path) -> Written:
    rows = [record(row, export) for row in export.standings]
    header = list(rows[0]) if rows else ["student"]
    body = [[cell(str(v)) if k in _TEXT else number(v) for k, v in row.items()] for row in rows]
    text = csv_text([[cell(h) for h in header], *body])
    return Written([replace_text(out / FILE, text)])


def read(path: Path) -> list[dict[str, Any]]:
    header, *rows = read_table(path)
    names = [uncell(h) for h in header]
    return [{k: _value(k, text) for k, text in zip(names, row)} for row in rows]


def _value(column: str, text: str) -> Any:
    if column in _TEXT:
        return uncell(text)
    if text == "":
        return None
    return int(text) if column in ("attempts", "days_late") else float(text)
