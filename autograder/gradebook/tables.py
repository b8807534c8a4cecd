"""CSV in and out, safely: any delimiter and encoding in; out, no cell that a spreadsheet would run as a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from autograder.errors import UserError

_MOST_BYTES = 50 << 20
_RISKY = "=+-@\t\r\n|%＝＋－＠"
_PLAIN_KEY = re.compile(r"[+-]?[\w.@+-]*\Z")


def read_table(path: Path) -> list[list[str]]:
    """Rows of cells. Commas, semicolons or tabs; UTF-8 with or without a mark, UTF-16, or else Latin-1."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}") from None
    if len(data) > _MOST_BYTES:
        raise UserError(f"{path} is larger than {_MOST_BYTES >> 20} MB: is it a CSV file?")
    text = _decode(data).replace("\0", "")
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(",;\t", key=first.count)
    csv.field_size_limit(_MOST_BYTES)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise UserError(f"{path} is no CSV file: {error}") from None
    rows = [[cell.strip() for cell in row] for row in rows]
    return [row for row in rows if any(row)]


def read_dicts(path: Path) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """Header, and (line, column -> cell) of each row."""
    rows = read_table(path)
    if not rows:
        raise UserError(f"{path} is empty: its first line must name the columns")
    header = rows[0]
    return header, [
        (number, dict(zip(header, [*row, *[""] * (len(header) - len(row))])))
        for number, row in enumerate(rows[1:], 2)
    ]


def _decode(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def csv_text(rows: Iterable[Sequence[object]], newline: str = "\n") -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator=newline).writerows(rows)
    return out.getvalue()


def cell(text: str) -> str:
    """A text that a spreadsheet would take for a formula gets an apostrophe before it; `uncell` takes it off again."""
    return f"'{text}" if _is_risky(text) else text


def uncell(text: str) -> str:
    return text[1:] if text.startswith("'") and _is_risky(text[1:]) else text


def _is_risky(text: str) -> bool:
    """Also what only looks escaped already, so that taking one apostrophe off always gives the original back."""
    bare = text.lstrip("'").lstrip(" ")
    return bare[:1] in _RISKY and bare != ""


def key_cell(text: str) -> str:
    """An identifier that a platform looks up: as it is where it can do no harm, else made harmless."""
    return text if _PLAIN_KEY.match(text) else cell(text)


def number(value: float | None) -> str:
    """Full precision, no needless zeros: reading it back gives the same number."""
    if value is None:
        return ""
    return f"{value:.6f}".rstrip("0").rstrip(".") if value == round(value, 6) else repr(value)
