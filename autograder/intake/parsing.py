"""A cell as top-level statements. What cannot be parsed is set aside, and costs only itself."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field

from autograder.intake.magics import remove_magics, split_lines

PARSE_ERRORS = (SyntaxError, ValueError, RecursionError, MemoryError)

_DEFINED = re.compile(r"(?:async\s+)?(?:(?:def|class)\s+(\w+)|(\w+)\s*(?::[^=\n]+)?=(?!=))")
_CONTINUES = re.compile(r"(?:elif|else|except|finally)\b")
# How many following lines at the margin may belong to a statement that does not parse by itself.
_MAX_JOINED = 12


@dataclass(frozen=True)
class Broken:
    """A part of a cell that is not Python."""

    label: str
    line: int
    """First line of the part, in the cell."""
    name: str
    """What it would have defined, or ""."""
    message: str
    at: int
    """The line of the error, in the cell."""

    @property
    def within(self) -> str:
        """The complaint with its line counted from the start of the definition."""
        return f"line {self.at - self.line + 1}: {self.message}"


@dataclass
class ParsedCell:
    label: str
    lines: list[str]
    body: list[ast.stmt] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def place(label: str, line: int) -> str:
    """Where something stands, for a person: "cell 7, line 3", or "line 3" of a .py file."""
    return f"line {line}" if label in ("", "line") else f"{label}, line {line}"


def parse_cell(label: str, source: str) -> ParsedCell:
    source, dropped = remove_magics(source)
    if source.startswith("\ufeff"):
        source = source[1:]
    cell = ParsedCell(label, split_lines(source))
    prefix = "" if label in ("", "line") else f"{label}, "
    cell.notes = [prefix + note for note in dropped]
    text = "\n".join(cell.lines)
    try:
        cell.body = ast.parse(text).body
    except PARSE_ERRORS:
        _recover(cell)
    for part in cell.broken:
        what = f" ({part.name})" if part.name else ""
        cell.notes.append(f"{place(label, part.at)}: {part.message}{what}: left out")
    return cell


def _recover(cell: ParsedCell) -> None:
    """Parse piece by piece: a piece starts at a line at the margin, and may need the pieces after it."""
    lines = cell.lines
    starts = [
        i
        for i, line in enumerate(lines)
        if line[:1] not in ("", " ", "\t", "#") and not _CONTINUES.match(line)
    ]
    if not starts:
        cell.broken.append(_broken(cell, 0, len(lines)))
        return
    starts[0] = 0
    bounds = [*starts, len(lines)]
    budget = 20 * sum(map(len, lines)) + 200_000  # characters parsed in all, against hostile cells
    piece = 0
    while piece < len(starts):
        first = bounds[piece]
        # A decorator alone is no statement: its definition belongs to it.
        shortest = piece + 1
        while shortest < len(starts) and lines[bounds[shortest - 1]].startswith("@"):
            shortest += 1
        for end in range(shortest, min(shortest + _MAX_JOINED, len(bounds) - 1) + 1):
            text = "\n" * first + "\n".join(lines[first : bounds[end]])
            budget -= len(text)
            if budget < 0:
                cell.broken.append(_broken(cell, first, len(lines)))
                return
            try:
                cell.body += ast.parse(text).body
            except PARSE_ERRORS:
                continue
            piece = end
            break
        else:
            cell.broken.append(_broken(cell, first, bounds[shortest]))
            piece = shortest


def _broken(cell: ParsedCell, first: int, end: int) -> Broken:
    text = "\n".join(cell.lines[first:end])
    message, line = "it cannot be parsed", first + 1
    try:
        ast.parse(text)
    except SyntaxError as error:
        message = f"{type(error).__name__}: {error.msg}"
        line = first + min(max(error.lineno or 1, 1), end - first)
    except ValueError as error:
        message = f"not Python: {error}"
    except (RecursionError, MemoryError):
        message = "nested too deeply to be parsed"
    first_words = next((s for s in cell.lines[first:end] if not _goes_before(s)), "")
    defined = _DEFINED.match(first_words)
    name = (defined.group(1) or defined.group(2) or "") if defined else ""
    skipped = next(
        (i for i, s in enumerate(cell.lines[first:end]) if s.strip() and not s.lstrip().startswith("#")), 0
    )
    start = min(first + skipped + 1, line)
    return Broken(cell.label, start, name, message[:200], line)


def _goes_before(line: str) -> bool:
    """A decorator, a comment or nothing: what may stand between the start of a part and its definition."""
    return line.startswith("@") or not line.strip() or line.lstrip().startswith("#")
