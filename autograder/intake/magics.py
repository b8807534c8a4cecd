"""Taking IPython's own syntax out of a cell, without IPython, so that what is left is Python.

Only lines that start a statement are looked at: a `%` that continues an expression, or stands in a
string, is Python. The number of lines never changes, so a line number still points to the student's line.
"""

from __future__ import annotations

import ast
import re

# Cell magics whose body is Python that runs in the notebook's own namespace.
PYTHON_CELL_MAGICS = frozenset({"time", "timeit", "capture", "prun", "memit", "mprun", "lprun", "snakeviz"})

# A pattern here sees a hostile line of a megabyte: no two parts in a row may match the same characters.
_SUSPECT = re.compile(r"^[ \t]*(?:[%!?]|(?:pip|conda)\s)|=\s*[%!]|\?[ \t]*(?:;[ \t]*)?$", re.M)
_TOKEN = re.compile(r"#.*|\"\"\"|'''|\"|'|[()\[\]{}]")
_CLOSE = {q: re.compile(r"(?:[^\\]|\\.)*?" + q, re.S) for q in ('"""', "'''", '"', "'")}

_CELL = re.compile(r"%%(\w[\w.]*)(.*)")
_LINE = re.compile(r"\s*%{1,2}\s*(?P<name>\w[\w.]*)?(?P<rest>.*)", re.S)
# No quote and no bracket in the target: `print("a = %d" % (` starts a line of Python too.
_ASSIGNED = re.compile(r"\s*\w[\w.,* \t]*=\s*[%!]")
_HELP = re.compile(r"\?{1,2}\s*[%\w.*]+|%{0,2}[\w.*]+(?:\[[\w'\"]+\][\w.]*)?\?{1,2}")
# Prompts of a console, pasted with the code. IPython takes them off, if the first line has one.
_PROMPTS = (
    (re.compile(r">>>(?: |$)"), re.compile(r"(?:>>>|\.\.\.)(?: |$)")),
    (re.compile(r"In \[\d+\]: ?"), re.compile(r"In \[\d+\]: ?|[ \t]*\.{3,}: ?")),
)
_INSTALL = re.compile(r"\s*(?:pip|conda)\s+(?:install|uninstall|list|show|freeze)\b(?!\s*[=(.])")


class LineScanner:
    """Follows strings, brackets and continued lines; `at_start`: does the next line start a statement?"""

    def __init__(self) -> None:
        self._quote = ""
        self._depth = 0
        self._continued = False

    @property
    def at_start(self) -> bool:
        return not (self._quote or self._depth or self._continued)

    def feed(self, line: str) -> None:
        position, comment = 0, False
        if self._quote:
            closed = _CLOSE[self._quote].match(line)
            if not closed:
                if len(self._quote) == 1 and not line.endswith("\\"):
                    self._quote = ""  # an unterminated string ends with its line
                return
            position, self._quote = closed.end(), ""
        while token := _TOKEN.search(line, position):
            text = token.group()
            position = token.end()
            if text[0] == "#":
                comment = True
                break
            if text in "([{":
                self._depth += 1
            elif text in ")]}":
                self._depth = max(0, self._depth - 1)
            else:
                closed = _CLOSE[text].match(line, position)
                if closed:
                    position = closed.end()
                    continue
                if len(text) == 3 or line.endswith("\\"):
                    self._quote = text
                break
        self._continued = not comment and not self._quote and line.endswith("\\")


def split_lines(source: str) -> list[str]:
    """Lines as Python's tokenizer counts them (`str.splitlines` also breaks at form feeds and the like)."""
    return source.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def remove_magics(source: str) -> tuple[str, list[str]]:
    """The cell as Python, with as many lines as before, and a note for each thing dropped."""
    source, notes = _without_prompts(_without_common_indent(source))
    if not _SUSPECT.search(source):
        return source, notes
    lines = split_lines(source)
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    cell = _CELL.match(lines[first])
    if cell:
        name = cell.group(1)
        if name not in PYTHON_CELL_MAGICS:
            return "\n" * (len(lines) - 1), [*notes, f"line {first + 1}: the cell is for %%{name}, not Python: left out"]
        notes.append(f"line {first + 1}: %%{name} left out; the rest of its cell is kept")
        lines[first] = ""
    scanner = LineScanner()
    position = 0
    while position < len(lines):
        line = lines[position]
        replaced = _replacement(line) if scanner.at_start else None
        if replaced is None:
            scanner.feed(line)
            position += 1
            continue
        last = position
        while lines[last].endswith("\\") and last + 1 < len(lines):
            last += 1
        notes.append(f"line {position + 1}: {_short(line)!r} left out: it is a notebook command, not Python")
        lines[position : last + 1] = [replaced] + [""] * (last - position)
        position = last + 1
    return "\n".join(lines), notes


def _replacement(line: str) -> str | None:
    """What stands in for a notebook command, or None where the line is Python."""
    if not _SUSPECT.search(line):
        return None
    text = line.strip()
    indent = line[: len(line) - len(line.lstrip())]
    if text.startswith("!") or (text.startswith("?") and _asks_for_help(text)) or _INSTALL.match(line):
        return f"{indent}pass"
    if text.startswith("%"):
        magic = _LINE.match(line)
        rest = magic.group("rest").strip() if magic else ""
        # `%time model = train()` runs its statement in the notebook: the statement counts.
        if magic and magic.group("name") == "time" and rest and _is_python(rest):
            return f"{indent}{rest}"
        return f"{indent}pass"
    if _asks_for_help(text) or _ASSIGNED.match(line):
        return f"{indent}pass"
    return None


def _asks_for_help(text: str) -> bool:
    return bool(_HELP.fullmatch(text.removesuffix(";").rstrip()))


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _short(line: str) -> str:
    text = line.strip()
    return text if len(text) <= 60 else text[:57] + "..."


def _without_common_indent(source: str) -> str:
    """IPython takes the first line's indent off every line that has it; so do we."""
    first = re.match(r"(?:[ \t]*\n)*([ \t]+)(?=\S)", source)
    if not first:
        return source
    indent = first.group(1)
    return "\n".join(line.removeprefix(indent) for line in split_lines(source))


def _without_prompts(source: str) -> tuple[str, list[str]]:
    lines = split_lines(source)
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    for initial, each in _PROMPTS:
        if initial.match(lines[first]):
            bare = [line[found.end() :] if (found := each.match(line)) else line for line in lines]
            return "\n".join(bare), [f"line {first + 1}: the prompts in front of the code are left out"]
    return source, []
