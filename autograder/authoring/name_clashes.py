"""One notebook holds definitions of several reference modules: a name may mean only one thing in it."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass, field

from autograder.authoring.definitions_needed import definitions, names_used
from autograder.course.source import ModuleSource
from autograder.errors import UserError


@dataclass
class Owners:
    """Which module a notebook's aliases and helpers come from."""

    _claimed: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Name -> (where it is defined, its definition without layout)."""

    def claim(self, source: ModuleSource, code: str | ast.AST, left_out: Collection[str] = ()) -> None:
        """Every definition of the module that this code needs, directly or not; exercises are left out."""
        there = definitions(source)
        waiting: list[str | ast.AST] = [code]
        seen = set(left_out)
        while waiting:
            for name in sorted(names_used(waiting.pop()) & set(there) - seen):
                seen.add(name)
                self._claim(source, name, there[name])
                waiting.append(there[name])

    def _claim(self, source: ModuleSource, name: str, node: ast.stmt) -> None:
        place, meaning = f"{source.path}:{node.lineno}", ast.dump(node)
        first, known = self._claimed.setdefault(name, (place, meaning))
        if known != meaning:
            raise UserError(
                f"{place}: {name} is defined differently in {first}, and both would be in one notebook; rename one of them"
            )
