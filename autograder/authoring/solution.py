"""The reference as notebook cells, for the instructor's second notebook."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

from autograder.authoring.annotations import self_standing
from autograder.authoring.definitions_needed import (
    definitions,
    import_lines,
    merge_imports,
    names_used,
    reference_imports,
)
from autograder.authoring.name_clashes import Owners
from autograder.authoring.stub import stacked, without_markers
from autograder.course.model import Exercise
from autograder.course.source import ModuleSource, read_module
from autograder.errors import UserError

BANNER = "# SOLUTION, instructor only: {id}"


def solution_cells(reference: Path, exercises: Iterable[Exercise], order: Iterable[str]) -> dict[str, str]:
    """Exercise id -> its reference code, with the helpers that no earlier cell holds."""
    by_id = {e.id: e for e in exercises}
    emitted = {name for e in by_id.values() for name in e.names}
    mine, owners, cells = set(emitted), Owners(), {}
    for exercise_id in order:
        exercise = by_id[exercise_id]
        source = self_standing(read_module(reference, exercise.module))
        for name in exercise.names:
            owners.claim(source, source.definition(name), mine)
        parts = _Collector(reference, emitted).collect(exercise.module, exercise.names)
        cells[exercise_id] = BANNER.format(id=exercise.id) + "\n" + stacked(parts) + "\n"
    return cells


def solution_imports(reference: Path, exercises: Iterable[Exercise]) -> list[str]:
    """Every import of the modules involved, reference imports followed to their module."""
    lines = ["import numpy as np"]
    waiting, seen = [e.module for e in exercises], set()
    while waiting:
        module = waiting.pop()
        if module in seen:
            continue
        seen.add(module)
        source = read_module(reference, module)
        used = {n.id for n in ast.walk(source.tree) if isinstance(n, ast.Name)} | names_used(source.tree)
        lines += import_lines(source, used)
        waiting += [stem for stem, _ in reference_imports(source).values()]
    return merge_imports(lines)


class _Collector:
    """Definitions in the order of their modules; what was emitted once is not emitted again."""

    def __init__(self, reference: Path, emitted: set[str]) -> None:
        self.reference = reference
        self.emitted = emitted
        self.parts: list[str] = []

    def collect(self, module: str, names: list[str]) -> list[str]:
        source = self_standing(read_module(self.reference, module))
        wanted = {name: source.definition(name) for name in names}
        self._emit(source, dict(wanted))
        return self.parts

    def _emit(self, source: ModuleSource, wanted: dict[str, ast.Module | ast.stmt]) -> None:
        there, elsewhere = definitions(source), reference_imports(source)
        waiting = list(wanted.values())
        while waiting:
            for name in sorted(names_used(waiting.pop()) - self.emitted - set(wanted)):
                if name in there:
                    wanted[name] = there[name]
                    waiting.append(there[name])
                elif name in elsewhere:
                    self._emit_from(*elsewhere[name], name)
        for node in sorted({id(n): n for n in wanted.values()}.values(), key=lambda n: getattr(n, "lineno", 0)):
            assert isinstance(node, ast.stmt)
            self.parts.append(without_markers(source.segment(node)))
        self.emitted |= set(wanted)

    def _emit_from(self, module: str, name: str, bound: str) -> None:
        """A name of another reference module that has no cell of its own."""
        if name not in self.emitted:
            other = self_standing(read_module(self.reference, module))
            there = definitions(other)
            if name not in there:
                raise UserError(f"{other.path} does not define {name!r}, but another reference imports it")
            self._emit(other, {name: there[name]})
        if bound != name:
            self.parts.append(f"{bound} = {name}")
            self.emitted.add(bound)
