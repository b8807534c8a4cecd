"""Why a name that is asked for is not there: it is misspelt, inside of something, commented out, or deleted."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Collection, Mapping, Sequence

from autograder.intake.parsing import ParsedCell, place
from autograder.intake.units import Unit

_LIKE = 0.84
_MOST = 2000
"""Definitions that are looked at; no notebook of a person has as many."""


class NearMisses:
    """What a submission has in place of names that it lacks."""

    def __init__(self, cells: Sequence[ParsedCell], units: Sequence[Unit], asked: Collection[str]) -> None:
        self.cells, self.units = cells, units
        own = [u for u in units if u.is_definition and u.name not in asked]
        self.defined = {u.name: u.place for u in own[:_MOST]}

    def why(self, name: str) -> str:
        """The rest of "NAME is not defined in your submission", or ""."""
        return self._inside(name) or self._deleted(name) or self._misspelt(name) or self._commented_out(name)

    def _inside(self, name: str) -> str:
        for unit in self.units:
            if not unit.is_definition:
                continue
            for node in ast.walk(unit.node):
                is_it = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.name == name
                if is_it and node is not unit.node:
                    kind = "class" if isinstance(unit.node, ast.ClassDef) else "function"
                    where = place(unit.label, node.lineno)  # type: ignore[attr-defined]
                    return f"it stands inside the {kind} {unit.name[:80]} ({where}): move it out to the margin"
        return ""

    def _deleted(self, name: str) -> str:
        found = [u for u in self.units if name in u.scope.deleted]
        return f"it is deleted in {found[-1].place}" if found else ""

    def _misspelt(self, name: str) -> str:
        same = next((other for other in self.defined if _bare(other) == _bare(name)), "")
        close = [same] if same else difflib.get_close_matches(name, self.defined, 1, _LIKE)
        return f"there is {close[0][:80]} ({self.defined[close[0]]}): is its name misspelt?" if close else ""

    def _commented_out(self, name: str) -> str:
        pattern = re.compile(rf"\s*#[#\s]*(?:def|class)\s+{re.escape(name)}\b")
        for cell in self.cells:
            for number, line in enumerate(cell.lines, 1):
                if line.lstrip()[:1] == "#" and pattern.match(line[:300]):
                    return f"it is commented out ({place(cell.label, number)})"
        return ""


def not_defined(missing: Sequence[str], near: Mapping[str, str]) -> str:
    """What is said of names that are not there."""
    shown = ", ".join(missing[:-1]) + " and " + missing[-1] if len(missing) > 1 else missing[0]
    text = f"{shown} {'are' if len(missing) > 1 else 'is'} not defined in your submission"
    reasons = [near[name] for name in missing if name in near]
    if len(missing) == 1:
        return text + (f": {reasons[0]}" if reasons else "")
    return "; ".join([text, *(f"{name}: {near[name]}" for name in missing if name in near)])


def _bare(name: str) -> str:
    return name.replace("_", "").lower()
