"""Which of several files of a hand-in is graded: the one that answers this assignment. What is not clear is not guessed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from autograder.intake.decode import decode_source
from autograder.intake.limits import IntakeError, Limits
from autograder.intake.naming import looks_old
from autograder.intake.notebook import read_notebook
from autograder.intake.trees import Tree, is_junk

_MOST_READ = 20
"""Files that are read to find out which one is meant."""
_NEVER_MAIN = ("__init__.py", "setup.py", "conftest.py")
_STUB = "NotImplementedError"
_IMPORT = re.compile(r"^[ \t]{0,40}(?:from|import)[ \t]+\.?(\w{1,80})", re.MULTILINE)
_SET_UP = re.compile(r"""Path\(["']([\w-]{1,80})\.zip["']\)""")
"""In the set-up cell of every release: the folder that it came in."""


@dataclass(frozen=True)
class Chosen:
    name: str
    note: str = ""
    """What the row says, where there was a choice."""
    answers: int = 0


@dataclass(frozen=True)
class _Read:
    name: str
    text: str | None
    """All code; none where it cannot be read."""
    answers: frozenset[str] = frozenset()
    """The asked names that it defines."""
    stubs: frozenset[str] = frozenset()
    """Those of them that are still the stub that was handed out."""
    imported: frozenset[str] = frozenset()
    """The other files that it imports, directly or by way of each other."""

    @property
    def defined(self) -> int:
        return len(self.answers)

    @property
    def filled(self) -> int:
        return len(self.answers - self.stubs)


def candidates(names: Collection[str], suffix: str) -> list[str]:
    return [n for n in names if n.lower().endswith(suffix) and not is_junk(n)]


def choose(tree: Tree, what: str, limits: Limits, prefer: str | None = None, asked: Collection[str] = ()) -> Chosen | None:
    """The file to grade; none where there is no notebook and no .py file; IntakeError where it is not clear which.

    A notebook goes before .py files, which are its helpers, unless it answers nothing and one of them does. Of several:
    those that define what is asked for; not those named as old; those that define most, themselves or in files that they
    import; the one that imports the others; the newest by the platform's numbers; the one named like the assignment.
    """
    notebooks = candidates(tree.names, ".ipynb")
    modules = candidates(tree.names, ".py")
    modules = [n for n in modules if PurePosixPath(n).name not in _NEVER_MAIN] or modules
    if not notebooks and not modules:
        return None
    known = _read_all(tree, notebooks, limits, asked)
    if not notebooks or (asked and not any(r.defined for r in known.values())):
        helpers = _read_all(tree, modules, limits, asked)
        if not notebooks or any(r.defined for r in helpers.values()):
            return _of_several(modules, helpers, ".py files", what, prefer, tree.numbers)
    return _of_several(notebooks, known, "notebooks", what, prefer, tree.numbers)


def _read_all(tree: Tree, names: list[str], limits: Limits, asked: Collection[str]) -> dict[str, _Read]:
    return _joined([_read(tree, n, limits, asked) for n in names[:_MOST_READ]]) if asked else {}


def _joined(files: list[_Read]) -> dict[str, _Read]:
    """Each file with what it gets from the others that it imports: they are one program."""
    owners = {PurePosixPath(read.name).stem: read for read in files}
    direct = {read.name: [owners[m] for m in _IMPORT.findall(read.text or "") if m in owners] for read in files}
    found = {}
    for read in files:
        reached, waiting = {read.name: read}, [read]
        while waiting:
            for other in direct[waiting.pop().name]:
                if other.name not in reached:
                    reached[other.name] = other
                    waiting.append(other)
        others = [other for name, other in reached.items() if name != read.name]
        answers = read.answers.union(*(other.answers for other in others))
        filled = [other.answers - other.stubs for other in (read, *others)]
        stubs = answers.difference(*filled)
        found[read.name] = replace(read, answers=answers, stubs=stubs, imported=frozenset(reached) - {read.name})
    return found


def _of_several(
    names: list[str],
    known: dict[str, _Read],
    kind: str,
    what: str,
    prefer: str | None,
    numbers: Mapping[str, int],
) -> Chosen:
    if len(names) == 1:
        return Chosen(names[0], answers=known[names[0]].defined if names[0] in known else 0)
    left, reason = list(names), ""
    steps: list[tuple[str, Callable[[str], tuple[int, ...]]]] = []
    if known:
        blank = _Read("", None)
        steps += [
            ("it answers this assignment", lambda n: (int(known.get(n, blank).defined > 0),)),
            ("the others are named as old", lambda n: (-int(looks_old(n)),)),
            ("it answers more of this assignment", lambda n: (known.get(n, blank).filled, known.get(n, blank).defined)),
            ("it imports the others", lambda n: (len(known.get(n, blank).imported.intersection(names)),)),
        ]
    if known and all(n in numbers for n in names):
        steps.append(("it was handed in last", lambda n: (numbers[n],)))
    if prefer:
        steps.append(("its name matches the assignment", lambda n: _like(n, prefer)))
    for why, rank in steps:
        best = max(map(rank, left))
        fewer = [n for n in left if rank(n) == best]
        reason = why if len(fewer) < len(left) else reason
        left = fewer
        if len(left) == 1:
            break
    if len(left) > 1 and known and len({known[n].text for n in left if n in known}) == 1:
        left, reason = left[:1], "the others say the same"
    if len(left) > 1:
        listed = ", ".join(left[:5]) + (", ..." if len(left) > 5 else "")
        raise IntakeError(
            f"{what} has several {kind}, and which one to grade is not clear: {listed}",
            "one of them, by itself",
        )
    others = [n for n in names if n != left[0]]
    shown = ", ".join(others[:3]) + (", ..." if len(others) > 3 else "")
    note = f"{left[0]} was graded, and not {shown}: {reason}" if kind == "notebooks" else ""
    return Chosen(left[0], note, known[left[0]].defined if left[0] in known else 0)


def _like(name: str, prefer: str) -> tuple[int, ...]:
    """04_reg.ipynb before "04_reg (1).ipynb" and jane_04_reg.ipynb; the higher up, the better."""
    stem = PurePosixPath(name).stem
    fits = 3 if stem == prefer else 2 if stem.startswith(prefer) else 1 if prefer in stem else 0
    return fits, -name.count("/") if fits else 0


def _read(tree: Tree, name: str, limits: Limits, asked: Collection[str]) -> _Read:
    try:
        data = tree.read(name, limits.max_bytes)
        if name.lower().endswith(".ipynb"):
            cells, _ = read_notebook(data, name, limits)
            text = "\n".join(cell.source for cell in cells)
        else:
            text = decode_source(data, name)[: limits.max_source]
    except IntakeError:
        return _Read(name, None)
    return _Read(name, text, *map(frozenset, answered(text, asked)))


def set_up_of(text: str, here: str) -> str:
    """Another assignment whose set-up cell a hand-in has, and not the one of `here`; "" if there is none."""
    named = _SET_UP.findall(text)
    return "" if not named or here in named else named[0]


def defined_names(data: bytes, name: str, asked: Collection[str]) -> list[str]:
    """Which of the asked names a notebook or .py file defines, be it as stubs."""
    read = _read(Tree([name], lambda _, most: data), name, Limits(), asked)
    return [each for each in asked if each in read.answers]


def answered(text: str, asked: Collection[str]) -> tuple[set[str], set[str]]:
    """(which of the asked names are defined, which of them are only the stub that was handed out).

    By lines, without parsing: this runs in the grader's own process, and what was handed in may be anything.
    """
    defined: dict[str, bool] = {}
    name = None
    for line in text.splitlines():
        if line[:1] not in ("", " ", "\t", "#", ")"):
            found = re.match(r"(?:async\s+)?(?:def|class)\s+(\w{1,80})|(\w{1,80})\s*(?::[^=]{1,200})?=(?!=)", line)
            name = (found[1] or found[2]) if found else None
            if name is not None:
                defined[name] = True
        if name is not None and _STUB in line and line.lstrip().startswith("raise"):
            defined[name] = False
    own = {n for n in asked if n in defined}
    return own, {n for n in own if not defined[n]}
