"""`notebook.md` as blocks: text, code cells, and the places of exercises and written questions.

The file is jupytext markdown, so it also opens in Jupyter. On lines of their own:

    <!-- exercise: ID -->           the stub cell, its check and a scratch cell
    <!-- written: ID -->            a question to answer in words
    <!-- only: ID, ID --> ... <!-- end -->   kept if one of these exercises is handed out
    <!-- needs: ID, ID --> ... <!-- end -->  kept if all of them are
    <!-- notes --> ... <!-- end -->          a remark on the lecture notes: kept by `release --with-notes` alone
    <!-- formula: ID --> ... <!-- end -->    left out by a set that asks to derive this exercise's formula

The last two may stand inside the others.

A section all of whose exercises are left out of a release is left out with its text and its cells.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from autograder.errors import UserError

MARKER = re.compile(r"\s*<!--\s*(exercise|written|only|needs|notes|formula|end)\b\s*:?\s*([\w,\s]*?)\s*-->\s*$")
FENCE = re.compile(r"(\s{0,3})(`{3,}|~{3,})\s*(\S*)(.*)$")
HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*\s*$")
REGION = re.compile(r"\s*<!--\s*#(end)?(region|md|markdown|raw)\b.*-->\s*$")

Kind = Literal["text", "code", "exercise", "written"]


@dataclass(frozen=True)
class Condition:
    """`<!-- only: ID, ID -->` and its like: for which releases a passage is meant."""

    what: str
    ids: tuple[str, ...]
    line: int

    def holds(self, exercises: set[str], derived: set[str], with_notes: bool) -> bool:
        if self.what == "notes":
            return with_notes
        if self.what == "formula":
            return not derived & set(self.ids)
        return (all if self.what == "needs" else any)(name in exercises for name in self.ids)


@dataclass
class Block:
    kind: Kind
    body: str
    """Text or code, or the id of the exercise or question."""
    line: int
    tags: list[str] = field(default_factory=list)
    level: int = 0
    """Of the heading that opens it; 0 for text that continues."""
    conditions: tuple[Condition, ...] = ()
    """Those it stands inside, the outer one first."""
    section: str = ""


def read_notebook_text(path: Path) -> list[Block]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UserError(f"{path} is missing: it is the text between the exercises; see docs/suites.md") from None
    return parse_notebook_text(text, path)


def parse_notebook_text(text: str, path: Path) -> list[Block]:
    return _Parser(path).parse(text)


class _Parser:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.blocks: list[Block] = []
        self.pending: list[str] = []
        self.pending_line = 1
        self.level = 0
        self.section = ""
        self.conditions: list[Condition] = []

    def parse(self, text: str) -> list[Block]:
        lines = text.splitlines()
        number = self._skip_header(lines)
        while number < len(lines):
            line = lines[number]
            if (fence := FENCE.match(line)) is not None:
                number = self._fence(lines, number, fence)
                continue
            if (marker := MARKER.match(line)) is not None:
                self._marker(marker.group(1), marker.group(2), number + 1)
            elif REGION.match(line):
                self._flush()
            elif (heading := HEADING.match(line)) is not None:
                self._flush()
                self.level, self.section = len(heading.group(1)), heading.group(2)
                self._append(line, number)
            elif not line.strip() and self.pending and not self.pending[-1].strip():
                self._flush()  # two blank lines end a cell, as in jupytext
            else:
                self._append(line, number)
            number += 1
        self._flush()
        for opened in self.conditions:
            raise UserError(f"{self.path}:{opened.line}: `<!-- {opened.what} ... -->` has no `<!-- end -->`")
        return self.blocks

    def _skip_header(self, lines: list[str]) -> int:
        """The YAML header that jupytext writes."""
        if lines and lines[0].strip() == "---":
            for number, line in enumerate(lines[1:], start=1):
                if line.strip() == "---":
                    return number + 1
        return 0

    def _fence(self, lines: list[str], start: int, fence: re.Match[str]) -> int:
        mark, language = fence.group(2), fence.group(3)
        closing = re.compile(rf"\s{{0,3}}{re.escape(mark[0])}{{{len(mark)},}}\s*$")
        end = next((i for i in range(start + 1, len(lines)) if closing.match(lines[i])), None)
        if end is None:
            raise UserError(f"{self.path}:{start + 1}: this code block is never closed")
        if language == "python":
            self._flush()
            tags = re.findall(r"\"([\w:.-]+)\"", fence.group(4)) if "tags=" in fence.group(4) else []
            self._add("code", "\n".join(lines[start + 1 : end]), start + 1, tags)
        else:
            for offset in range(start, end + 1):
                self._append(lines[offset], offset)
        return end + 1

    def _marker(self, what: str, ids: str, line: int) -> None:
        names = tuple(part.strip() for part in ids.split(",") if part.strip())
        self._flush()
        if what in ("only", "needs", "notes", "formula"):
            if not names and what != "notes":
                raise UserError(f"{self.path}:{line}: `{what}` must name exercises")
            if self.conditions and (what in ("only", "needs") or self.conditions[-1].what in ("notes", "formula")):
                opened = self.conditions[-1]
                raise UserError(f"{self.path}:{line}: `{what}` cannot stand inside the `{opened.what}` of line {opened.line}")
            self.conditions.append(Condition(what, names, line))
        elif what == "end":
            if not self.conditions:
                raise UserError(f"{self.path}:{line}: `<!-- end -->` ends nothing: no `<!-- only: ... -->` or the like is open")
            self.conditions.pop()
        elif len(names) != 1:
            raise UserError(f"{self.path}:{line}: `<!-- {what}: ID -->` takes one id")
        else:
            self._add("exercise" if what == "exercise" else "written", names[0], line)

    def _append(self, line: str, number: int) -> None:
        if not self.pending:
            self.pending_line = number + 1
        if self.pending or line.strip():
            self.pending.append(line)

    def _flush(self) -> None:
        text = "\n".join(self.pending).strip("\n")
        self.pending = []
        if text.strip():
            level = self.level if HEADING.match(text.splitlines()[0]) else 0
            self._add("text", text, self.pending_line, level=level)

    def _add(self, kind: Kind, body: str, line: int, tags: list[str] | None = None, level: int = 0) -> None:
        self.blocks.append(Block(kind, body, line, tags or [], level, tuple(self.conditions), self.section))


def choose(blocks: list[Block], exercises: set[str], derived: set[str] | None = None, with_notes: bool = False) -> list[Block]:
    """The blocks of a release that hands out these exercises, some of them without their formula."""
    kept = [b for b in blocks if all(c.holds(exercises, derived or set(), with_notes) for c in b.conditions)]
    dropped: set[int] = set()
    for start, block in enumerate(kept):
        if not block.level:
            continue
        end = next((i for i in range(start + 1, len(kept)) if 0 < kept[i].level <= block.level), len(kept))
        asked = {b.body for b in kept[start:end] if b.kind == "exercise"}
        if asked and not asked & exercises:
            dropped |= set(range(start, end))
    return [b for i, b in enumerate(kept) if i not in dropped and (b.kind != "exercise" or b.body in exercises)]
