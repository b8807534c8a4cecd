"""Classes that take note of their subclasses: a subclass then changes something, though nobody names it.

    class Penalty:
        kinds = {}
        def __init_subclass__(cls, kind): Penalty.kinds[kind] = cls

Whoever uses `Penalty` needs all of its subclasses. The same goes for a metaclass of the submission, and for classes
that are asked for their `__subclasses__()`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from autograder.intake.scopes import root_name
from autograder.intake.units import Unit

_HOOK = "__init_subclass__"


def add_what_subclasses_change(
    units: Sequence[Unit], definitions: Mapping[str, Sequence[Unit]], effects: Callable[[str], set[str]]
) -> None:
    """Adds to each class what defining it changes. `effects`: globals that a function or class changes."""
    asked = {name for unit in units for name, attribute in unit.scope.attributes if attribute == "__subclasses__"}
    for unit in units:
        if isinstance(unit.node, ast.ClassDef):
            for base, taker in _takers(unit.node, definitions, asked):
                unit.changes |= {base} | effects(taker)
    for unit in units:
        unit.changes.discard("")


def _takers(node: ast.ClassDef, definitions: Mapping[str, Sequence[Unit]], asked: set[str]) -> list[tuple[str, str]]:
    """(an ancestor that takes note, the class whose code does so: itself or its metaclass)"""
    found: list[tuple[str, str]] = []
    seen: set[str] = set()
    waiting = [root_name(base) for base in node.bases]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for unit in definitions.get(name, ()):
            if not isinstance(unit.node, ast.ClassDef):
                continue
            if name in asked or _looks_at_subclasses(unit.node):
                found.append((name, name))
            makers = [root_name(k.value) for k in unit.node.keywords if k.arg == "metaclass"]
            found += [(name, maker) for maker in makers if maker in definitions]
            waiting += [root_name(base) for base in unit.node.bases]
    return found


def _looks_at_subclasses(node: ast.ClassDef) -> bool:
    """By a hook, or in a method: `for kind in cls.__subclasses__()`."""
    return any(getattr(part, "name", "") == _HOOK for part in node.body) or any(
        isinstance(part, ast.Attribute) and part.attr == "__subclasses__" for part in ast.walk(node)
    )
