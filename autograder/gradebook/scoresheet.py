"""Points for written answers as a table: a sheet to fill in, and the filled one back."""

from __future__ import annotations

import math
from pathlib import Path

from sqlalchemy import Connection

from autograder.basics.csv_tables import cell, csv_text, number, read_dicts, uncell
from autograder.errors import UserError
from autograder.gradebook.book import Gradebook, derive
from autograder.gradebook.ledger import decide
from autograder.gradebook.reading import AnswerReader, scripts
from autograder.intake.answers import Answer

COLUMNS = ("student", "name", "submission", "item", "possible", "points", "comment", "answer")
MOST_ANSWER = 8000
"""Characters of an answer in a cell: spreadsheets take 32,767, and nobody reads that much in one."""


def points_of(text: str, where: str) -> float:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        raise UserError(f"{where}{text!r} is not a number of points") from None
    if not math.isfinite(value):
        raise UserError(f"{where}{text!r} is not a number of points")
    return value


def check_item(written: dict[str, float], item: str, points: float | None, where: str = "") -> None:
    if item not in written:
        have = ", ".join(written) or "none"
        raise UserError(f"{where}there is no written question {item!r}; this assignment has: {have}")
    if points is not None and not 0 <= points <= written[item]:
        raise UserError(f"{where}{item} is worth 0 to {written[item]:g} points, not {points:g}; for more, use: gradmark extra")


def sheet(book: Gradebook, written: dict[str, float]) -> str:
    """One line per student and question, with the answer; what was given before stands in it."""
    if not written:
        raise UserError("this assignment has no written questions")
    lines: list[list[str]] = [list(COLUMNS)]
    snap = book.snapshot()
    rows = derive(snap)
    reader = AnswerReader(book.assignment, list(written))
    answers = {script.submission: reader.answers(script) for script in scripts(snap, rows)}
    for row in rows:
        if row.status in ("missing", "excused"):
            continue
        for item, most in written.items():
            said = next((c.partition(": ")[2] for c in row.comments if c.startswith(f"{item}: ")), "")
            lines.append(
                [
                    cell(row.key),
                    cell(row.name),
                    cell(row.submission or ""),
                    item,
                    number(most),
                    number(row.manual.get(item)),
                    cell(said),
                    cell(_in_a_cell(answers.get(row.submission or "", {}).get(item))),
                ]
            )
    return csv_text(lines)


def _in_a_cell(answer: Answer | None) -> str:
    if answer is None or answer.problem:
        return f"[{answer.problem}]" if answer else ""
    text = answer.text or ("[pictures only]" if not answer.is_blank else "[nothing written]")
    return text if len(text) <= MOST_ANSWER else text[:MOST_ANSWER] + " [cut off: see the hand-in]"


def import_sheet(book: Gradebook, db: Connection, path: Path, written: dict[str, float], by: str) -> tuple[int, int]:
    """All or nothing: a wrong line names itself and nothing is taken. Returns how many are new, how many stood."""
    header, lines = read_dicts(path)
    missing = [c for c in ("item", "points") if c not in header]
    if missing or not {"student", "submission"} & set(header):
        raise UserError(f"{path} needs the columns student (or submission), item and points; it has: {', '.join(header[:8])}")
    taken = same = 0
    rows = {r.key: r for r in book.standings()}
    for line, cells in lines:
        where = f"{path}:{line}: "
        points, comment = cells["points"], uncell(cells.get("comment", ""))
        if points == "" and comment == "":
            continue
        who = uncell(cells.get("student") or cells.get("submission", ""))
        row = rows.get(who) or book.find(who)
        value = points_of(points, where) if points else None
        check_item(written, cells["item"], value, where)
        before = (row.manual.get(cells["item"]), f"{cells['item']}: {comment}" in row.comments or not comment)
        if before == (value, True) or (value is None and before[1]):
            same += 1
            continue
        subject = book.subject_of(row)
        if value is not None and value != before[0]:
            decide(db, "manual", subject, by=by, item=cells["item"], value=value, reason=f"from {path.name}")
        if not before[1]:
            decide(db, "comment", subject, by=by, item=cells["item"], text=comment)
        taken += 1
    return taken, same
