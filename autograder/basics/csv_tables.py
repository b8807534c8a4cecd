"""CSV in and out, safely: any delimiter and encoding in; out, no cell that a spreadsheet would run as a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from autograder.errors import UserError

_MOST_BYTES = 50 << 20
_FORMULA = r"[=+\-@\t\r\n|%＝＋－＠]"
_SKIPPED = r"['\"`\s\x00-\x1f\u200b-\u200f\u2060\ufeff]*"
"""What a spreadsheet passes over before it looks for a formula; and apostrophes, so that `uncell` always finds ours."""
_START = r"(?:\A|(?<=[,;\t\r\n]))"
"""Of a cell: a sheet may split at a comma, a semicolon or a tab, whatever the file means, and then quotes do not hold."""
_RISKY = re.compile(f"{_START}(?={_SKIPPED}{_FORMULA})")
_MADE_SAFE = re.compile(f"{_START}'(?={_SKIPPED}{_FORMULA})")
_PLAIN_KEY = re.compile(r"[+-]?[\w.@+-]*\Z")


def read_table(path: Path) -> list[list[str]]:
    """Rows of cells. Commas, semicolons or tabs; UTF-8 with or without a mark, UTF-16, or else Latin-1."""
    try:
        return table_of(path.read_bytes(), str(path))
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}") from None


def table_of(data: bytes, path: str) -> list[list[str]]:
    """The same, of bytes; `path` says whose."""
    if len(data) > _MOST_BYTES:
        raise UserError(f"{path} is larger than {_MOST_BYTES >> 20} MB: is it a CSV file?")
    text = _decode(data).replace("\0", "")
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(",;\t", key=first.count)
    csv.field_size_limit(_MOST_BYTES)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise UserError(f"{path} is not a CSV file: {error}") from None
    rows = [[cell.strip() for cell in row] for row in rows]
    return [row for row in rows if any(row)]


def read_dicts(path: Path) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """Header, and (line, column -> cell) of each row."""
    return dicts_of(read_table(path), str(path))


def dicts_of(rows: list[list[str]], path: str) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """The same, of rows that were read; `path` says from where."""
    if not rows:
        raise UserError(f"{path} is empty: its first line must name the columns")
    header = rows[0]
    return header, [
        (number, dict(zip(header, [*row, *[""] * (len(header) - len(row))]))) for number, row in enumerate(rows[1:], 2)
    ]


def _decode(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def csv_text(rows: Iterable[Sequence[object]], newline: str = "\n") -> str:
    """Both signs of a line's end are quoted wherever they stand in a cell: Python's writer quotes those it ends a line with."""
    lines = []
    for row in rows:
        line = io.StringIO()
        csv.writer(line, lineterminator="\r\n").writerow(row)
        lines.append(line.getvalue()[:-2] + newline)
    return "".join(lines)


def cell(text: str) -> str:
    """A text that a spreadsheet would take for a formula, or a part of one, gets an apostrophe there; `uncell` takes it off."""
    return _RISKY.sub("'", text)


def uncell(text: str) -> str:
    return _MADE_SAFE.sub("", text)


def key_cell(text: str) -> str:
    """An identifier that a platform looks up: as it is where it can do no harm, else made harmless."""
    return text if _PLAIN_KEY.match(text) else cell(text)


def number(value: float | None) -> str:
    """Full precision, no needless zeros: reading it back gives the same number."""
    if value is None:
        return ""
    return f"{value:.6f}".rstrip("0").rstrip(".") if value == round(value, 6) else repr(value)
