"""A cell as top-level statements. What cannot be parsed is set aside, and costs only itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from autograder.basics.text import seen
from autograder.intake.magics import LineScanner, remove_magics, split_lines

PARSE_ERRORS = (SyntaxError, ValueError, RecursionError, MemoryError)

_DEFINED = re.compile(r"[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)|(\w+)[ \t]*(?::[^=\n]+)?=(?!=)")
_CONTINUES = re.compile(r"(?:elif|else|except|finally)\b")
# What can begin a statement. A closing bracket, an operator or the marker of a merge conflict belongs to what stands above.
_BEGINS = re.compile(r"[\w@\"'(\[{*\\]|[^\x00-\x7f]")
# Begins a statement even where a bracket or a string above was never closed.
_BEGINS_ANYWAY = re.compile(r"(?:async\s+def|def|class|import|from\s+[\w.]+\s+import)\b|@\w")
_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7})(?: |$)")
# How many following lines at the margin may belong to a statement that does not parse by itself.
_MAX_JOINED = 12
_LONGEST_LINE = 120


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
    code: str = ""
    """What stands there."""

    @property
    def within(self) -> str:
        """The complaint with its line counted from the start of the definition, and as an editor counts it."""
        kind, _, message = self.message.partition(": ")
        said = re.sub(r" on line (\d+)", lambda m: f" in line {int(m[1]) - self.line + 1}", message) if message else kind
        code = f": `{self.code}`" if self.code else ""
        own = self.at - self.line + 1
        if own < 1:
            where = place(self.label, self.at)
        else:
            where = f"line {own} of {self.name} ({place(self.label, self.at)}{' of the file' if self.label == 'line' else ''})"
        return f"{kind} in {where}: {said}{code}" if message else f"{where}: {said}{code}"


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
        _Recovery(cell).run()
    if "return" in text:
        _set_stray_returns_aside(cell)
    return cell


def note_of(part: Broken) -> str:
    what = f" ({part.name})" if part.name else ""
    return f"{place(part.label, part.at)}: {part.message}{what}: left out"


class _Recovery:
    """Parses piece by piece: a piece begins at a line at the margin, and may need the pieces after it."""

    def __init__(self, cell: ParsedCell) -> None:
        self.cell, self.lines = cell, cell.lines
        self.bounds = [i for i, line in enumerate(self.lines) if _BEGINS.match(line) and not _CONTINUES.match(line)]
        self.budget = 20 * sum(map(len, self.lines)) + 200_000  # characters looked at in all, against hostile cells

    def run(self) -> None:
        lines, bounds = self.lines, self.bounds
        if not bounds:
            self.set_aside(0, len(lines))
            return
        bounds[0] = 0
        bounds.append(len(lines))
        piece = 0
        while piece < len(bounds) - 1:
            first = bounds[piece]
            shortest, least = self.end_of(piece)
            for end in range(shortest, min(shortest + _MAX_JOINED, len(bounds) - 1) + 1):
                nodes = self.parsed(first, bounds[end])
                if self.budget < 0:
                    self.set_aside(first, len(lines))
                    return
                if nodes is not None:
                    self.cell.body += nodes
                    piece = end
                    break
            else:
                self.salvage(first, bounds[least])
                piece = least

    def end_of(self, piece: int) -> tuple[int, int]:
        """Where the piece ends as far as brackets and strings tell; and where it ends if one of them was never closed: below
        the line that opens it."""
        scanner, at, opened = LineScanner(), self.bounds[piece], self.bounds[piece]
        for number in range(piece + 1, len(self.bounds)):
            stop = self.bounds[number]
            for i in range(at, stop):
                was_closed = scanner.at_start
                scanner.feed(self.lines[i])
                self.budget -= len(self.lines[i])
                opened = i if was_closed and not scanner.at_start else opened
            # A decorator alone is no statement: its definition belongs to it.
            decorated = self.lines[self.bounds[number - 1]].startswith("@") and stop < len(self.lines)
            at = stop
            if scanner.at_start and not decorated:
                return number, number
            if stop == len(self.lines) or (_BEGINS_ANYWAY.match(self.lines[stop]) and not decorated):
                return number, next(n for n in range(piece + 1, number + 1) if self.bounds[n] > opened)
        return len(self.bounds) - 1, len(self.bounds) - 1

    def parsed(self, first: int, end: int) -> list[ast.stmt] | None:
        text = "\n" * first + "\n".join(self.lines[first:end])
        self.budget -= len(text)
        try:
            return ast.parse(text).body
        except PARSE_ERRORS:
            return None

    def salvage(self, first: int, end: int) -> None:
        """Of a piece that cannot be parsed, what stands above the error, if that is a statement by itself."""
        message, at = self.error(first, end)
        whole = self.parsed(first, at - 1) if first < at - 1 < end else None
        if whole and not self.goes_on(whole[-1], at, end):
            self.cell.body += whole
            first = at - 1
        if message.startswith("IndentationError: unexpected indent"):
            # Indented lines below one at the margin: the function above them was meant to go on.
            _take_back(self.cell, Broken(self.cell.label, 0, "", message, at, self.code(at)))
        self.add(first, end, message, at)

    def goes_on(self, node: ast.stmt, at: int, end: int) -> bool:
        """Whether the definition above an error was meant to go on there: that line is indented, or lines below it are."""
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return False
        indented = [line[:1] in (" ", "\t") for line in self.lines[at - 1 : end] if line.strip()]
        return indented[:1] == [True] or (any(indented) and _is_open(node))

    def set_aside(self, first: int, end: int) -> None:
        self.add(first, end, *self.error(first, end))

    def add(self, first: int, end: int, message: str, at: int) -> None:
        """A broken part, once for each definition in it."""
        lines = self.lines[first:end]
        skipped = next((i for i, s in enumerate(lines) if s.strip() and not s.lstrip().startswith("#")), 0)
        found = list(_definitions(lines))
        starts = [first + 1 + (skipped if i == 0 else n) for i, (n, _) in enumerate(found)] or [first + 1 + skipped]
        names = [name for _, name in found] or [""]
        for start, name in zip(starts, names):
            start = min(start, at) if name == names[0] else start
            self.cell.broken.append(Broken(self.cell.label, start, name, message, at, self.code(at)))

    def code(self, at: int) -> str:
        text = seen(self.lines[at - 1].strip()).replace("`", "'") if 0 < at <= len(self.lines) else ""
        return text if len(text) <= _LONGEST_LINE else text[: _LONGEST_LINE - 3] + "..."

    def error(self, first: int, end: int) -> tuple[str, int]:
        """What Python says, and the line of the cell. It is asked about all that follows, as when the cell is run; what it says
        about a line further down is not about this piece."""
        for stop in dict.fromkeys((len(self.lines), end)):
            text = "\n" * first + "\n".join(self.lines[first:stop])
            self.budget -= len(text)
            try:
                ast.parse(text)
            except SyntaxError as error:
                at = min(max(error.lineno or 1, first + 1), stop)
                if at <= end or (at <= end + 1 and "expected an indented block" in (error.msg or "")):
                    return self.explained(type(error).__name__, error.msg or "invalid syntax", at)
            except ValueError as error:
                return f"not Python: {error}"[:200], first + 1
            except (RecursionError, MemoryError):
                return "nested too deeply to be parsed", first + 1
        return "it cannot be parsed", first + 1

    def explained(self, kind: str, message: str, at: int) -> tuple[str, int]:
        message = re.sub(r" \(detected at line \d+\)", "", message)
        line = self.lines[at - 1] if at <= len(self.lines) else ""
        if _CONFLICT.match(line):
            message = "a merge conflict was left in the code; keep one of the two versions and delete the markers"
        return f"{kind}: {message}"[:200], at


def _definitions(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """(line, name) of what a broken part would have defined."""
    for number, line in enumerate(lines):
        found = _DEFINED.match(line)
        if found and (found[1] or number == 0):
            yield number, found[1] or found[2]


def _is_open(node: ast.stmt) -> bool:
    """Whether a definition could be meant to go on: it does not end by returning or raising something."""
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and not _ends(node.body)


def _ends(body: Sequence[ast.stmt]) -> bool:
    last = body[-1]
    if isinstance(last, (ast.Return, ast.Raise)):
        return True
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    if isinstance(last, (ast.With, ast.FunctionDef, ast.AsyncFunctionDef)):
        return _ends(last.body)
    return False


def _take_back(cell: ParsedCell, why: Broken) -> None:
    """The last definition above an error is broken by it, if it was meant to go on."""
    for number in range(len(cell.body) - 1, -1, -1):
        node = cell.body[number]
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if node.lineno < why.at and _is_open(node):
                del cell.body[number]
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                cell.broken.append(Broken(cell.label, first, node.name, why.message, why.at, why.code))
            return


def _set_stray_returns_aside(cell: ParsedCell) -> None:
    """`return` at the margin is a sentence that Python's grammar knows, and only its compiler refuses."""
    for node in [n for n in cell.body if _returns(n)]:
        position = cell.body.index(node)
        after = cell.body[position:]
        del cell.body[position:]
        code = cell.lines[node.lineno - 1].strip().replace("`", "'")[:_LONGEST_LINE]
        message = "SyntaxError: 'return' outside function; indent it like the lines above"
        broken = Broken(cell.label, node.lineno, "", message, node.lineno, code)
        before = len(cell.broken)
        _take_back(cell, broken)
        if len(cell.broken) == before:
            cell.broken.append(broken)
        cell.body += after[1:]


def _returns(node: ast.stmt) -> bool:
    if isinstance(node, ast.Return):
        return True
    if isinstance(node, (ast.If, ast.For, ast.While, ast.With)):
        return any(_returns(inner) for inner in [*node.body, *getattr(node, "orelse", ())])
    return False
