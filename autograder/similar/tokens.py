"""Source as tokens, in one pass of a regular expression: nothing that a student wrote is parsed, imported or run.

Unlike the slices of grading this must not fail: broken code is compared as well, as far as it goes.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\n]*)
  | (?P<string>(?:[rRbBuUfF]{0,2})(?:\"\"\"(?:[^\\]|\\.)*?(?:\"\"\"|\Z)|'''(?:[^\\]|\\.)*?(?:'''|\Z)
                |"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?))
  | (?P<name>[^\W\d]\w*)
  | (?P<number>\d[\w.]*|\.\d\w*)
  | (?P<newline>\n)
  | (?P<space>[^\S\n]+|\\\n)
  | (?P<operator>\*\*=?|//=?|>>=?|<<=?|->|:=|[-+*/%@&|^<>=!]=|\S)
    """,
    re.X | re.S,
)
KNOWN = frozenset(keyword.kwlist) | frozenset(dir(builtins)) | {"np", "numpy", "torch", "nn", "F", "math", "self"}
DEFINED = re.compile(r"^(?:async\s+def|def|class)\s+(\w+)", re.M)
ASSIGNED = re.compile(r"(\w+)\s*(?::[^=\n]+)?=(?!=)")
LONGEST = 400_000
"""Characters of one cell or file that are looked at."""


@dataclass(frozen=True)
class CodeToken:
    kind: str
    text: str
    line: int
    """From 1, in the statement."""
    shape: str
    """What is compared: names, numbers and texts that a copyist changes are all the same."""


@dataclass(frozen=True)
class TopStatement:
    """One top-level statement, decorators included."""

    name: str
    """What it defines, or ""."""
    text: str
    tokens: tuple[CodeToken, ...]
    comments: tuple[str, ...]

    @property
    def names(self) -> set[str]:
        return {t.text for t in self.tokens if t.kind == "name"}


def statements(source: str) -> list[TopStatement]:
    """The top-level statements of a cell or file: each begins in column 0, outside of any bracket."""
    source = _without_magics(source[:LONGEST])
    starts: list[int] = []
    depth, fresh, decorated = 0, True, False
    for match in TOKEN.finditer(source):
        kind, text = match.lastgroup, match.group()
        if kind == "newline":
            fresh = True
            continue
        if fresh and depth == 0 and kind not in ("space", "comment"):
            if not decorated:
                starts.append(match.start())
            decorated = text == "@"
        if kind == "operator":
            depth = max(0, depth + (text in "([{") - (text in ")]}"))
        fresh = False
    # A definition at the start of a line ends whatever bracket was left open before it.
    defined = {m.start() for m in re.finditer(r"^(?:def|class|async def)\b", source, re.M)}
    kept: list[int] = []
    waiting = False  # for the definition that a decorator belongs to
    for start in sorted({*starts, *defined}):
        if not (waiting and start in defined):
            kept.append(start)
            waiting = source[start] == "@"
        else:
            waiting = False
    return [_statement(source[a:b]) for a, b in zip(kept, [*kept[1:], len(source)])]


def _statement(text: str) -> TopStatement:
    text = text.rstrip()
    found = DEFINED.search(text) if text.startswith(("@", "def", "class", "async")) else ASSIGNED.match(text)
    tokens, comments = [], []
    previous, line, at_start = "", 1, True
    for match in TOKEN.finditer(text):
        kind, piece = match.lastgroup or "", match.group()
        if kind == "comment":
            comments.append(" ".join(piece.lstrip("#").split()))
        elif kind in ("name", "number", "operator") or (kind == "string" and not at_start):
            tokens.append(CodeToken(kind, piece, line, _shape(kind, piece, previous)))
            previous = piece
        if kind not in ("space", "newline", "comment"):
            at_start = False
        elif kind == "newline":
            at_start = True  # a text that begins a line is a docstring: the release has it
        line += piece.count("\n")
    return TopStatement(found[1] if found else "", text, tuple(tokens), tuple(c for c in comments if c))


def _shape(kind: str, text: str, previous: str) -> str:
    if kind == "name":
        return text if text in KNOWN or previous in (".", "def", "class") else "v"
    if kind == "number":
        return text if len(text) == 1 else "n"
    return "s" if kind == "string" else text


def _without_magics(source: str) -> str:
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    return "\n".join("" if line.startswith(("%", "!")) else line for line in source.split("\n"))


def of_exercises(found: Iterable[TopStatement], names: dict[str, list[str]]) -> Iterator[tuple[str, TopStatement]]:
    """(exercise, statement): the last definition of each name, and the definitions that these use, each once."""
    last = {s.name: s for s in found if s.name}
    taken: set[str] = set()
    asked = {name for own in names.values() for name in own}
    for exercise, own in names.items():
        waiting = [n for n in own if n in last]
        while waiting:
            name = waiting.pop(0)
            if name in taken:
                continue
            taken.add(name)
            yield exercise, last[name]
            waiting += sorted(n for n in last[name].names if n in last and n not in taken and n not in asked)
