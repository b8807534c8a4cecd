"""Classes that come to be known by being defined: a base that keeps a list of its subclasses is changed by each."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from autograder.intake.scopes import root_name

if TYPE_CHECKING:
    from autograder.intake.units import Unit


def registered_with(
    unit: Unit, definitions: Mapping[str, Sequence[Unit]], asked: Collection[str]
) -> set[str]:
    """What defining a class changes: its bases, and what `__init_subclass__` or the metaclass of one of them fills.

    `asked`: names whose `__subclasses__` somebody asks for.
    """
    if not isinstance(unit.node, ast.ClassDef):
        return set()
    above = _above(unit.node, definitions)
    if not any(base.name in asked or _notices(base) for base in above):
        return set()
    filled = {name for base in above for name in base.scope.changes_late}
    return {base.name for base in above} | filled


def _above(node: ast.ClassDef, definitions: Mapping[str, Sequence[Unit]]) -> list[Unit]:
    """The definitions of all bases and metaclasses, direct or not, that the submission holds."""
    found: list[Unit] = []
    waiting: list[ast.AST] = [node]
    while waiting:
        each = waiting.pop()
        if not isinstance(each, ast.ClassDef):
            continue
        for base in [*each.bases, *(k.value for k in each.keywords if k.arg == "metaclass")]:
            more = [u for u in definitions.get(root_name(base), ()) if u not in found and u.node is not node]
            found += more
            waiting += [u.node for u in more]
    return found


def _notices(base: Unit) -> bool:
    """Whether a class hears of its subclasses, or asks for them (as `cls`)."""
    node = base.node
    if not isinstance(node, ast.ClassDef):
        return False
    hooks = {"__init_subclass__", "__new__", "__init__"} if _is_metaclass(node) else {"__init_subclass__"}
    own = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    return bool(own & hooks) or any(
        isinstance(each, ast.Attribute) and each.attr == "__subclasses__" for each in ast.walk(node)
    )


def _is_metaclass(node: ast.ClassDef) -> bool:
    return any(root_name(base) in ("type", "ABCMeta", "EnumMeta") for base in node.bases)
