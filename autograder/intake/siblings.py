"""The other modules of a submission: what they export, and which of them an import needs. Nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from autograder.intake.parsing import PARSE_ERRORS
from autograder.intake.scopes import module_exports
from autograder.intake.treehash import canonical
from autograder.intake.wordlists import INSTALLED


class Siblings:
    def __init__(self, sources: Mapping[str, str], given: Collection[str] = ()) -> None:
        found_first = INSTALLED | frozenset(given)
        self.sources = {n: s for n, s in sources.items() if n.split(".")[0] not in found_first}
        # `given` may be just names, or modules with their sources.
        self.given = {n: s for n, s in given.items() if isinstance(s, str)} if isinstance(given, Mapping) else {}
        self._trees: dict[str, ast.Module | None] = {}
        self._exports: dict[str, set[str] | None] = {}

    def __contains__(self, module: str) -> bool:
        return module in self.sources

    def tree(self, module: str) -> ast.Module | None:
        if module not in self._trees:
            source = self.sources.get(module, self.given.get(module))
            try:
                self._trees[module] = None if source is None else ast.parse(source)
            except PARSE_ERRORS:
                self._trees[module] = None
        return self._trees[module]

    def exports(self, module: str) -> set[str] | None:
        """What `from module import *` binds, or None if it cannot be known."""
        if module not in self._exports:
            self._exports[module] = None  # ends cycles
            tree = self.tree(module)
            if tree is not None:
                try:
                    names, stars = module_exports(tree)
                except RecursionError:
                    return None
                for star in stars:
                    inner = self.exports(star)
                    if inner is None:
                        return None
                    names = names | {n for n in inner if not n.startswith("_")}
                self._exports[module] = names
        return self._exports[module]

    def needed(self, imports: Iterable[tuple[str, int, int]]) -> list[str]:
        """Modules that these imports load, and those load, in turn; sorted."""
        found: set[str] = set()
        waiting = [(dotted, level, "") for dotted, _, level in imports]
        while waiting:
            dotted, level, inside = waiting.pop()
            for module in self._candidates(dotted, level, inside):
                if module in self.sources and module not in found:
                    found.add(module)
                    waiting += [(name, depth, module) for name, _, depth in self.imports_of(module)]
        return sorted(found)

    def imports_of(self, module: str) -> list[tuple[str, int, int]]:
        """(dotted name, line, level) of every import in a module, inside functions too."""
        tree = self.tree(module)
        out: list[tuple[str, int, int]] = []
        for node in ast.walk(tree) if tree else ():
            if isinstance(node, ast.Import):
                out += [(a.name, node.lineno, 0) for a in node.names]
            elif isinstance(node, ast.ImportFrom):
                base = node.module or ""
                for a in node.names:
                    dotted = base if a.name == "*" else f"{base}.{a.name}".lstrip(".")
                    out.append((dotted, node.lineno, node.level))
        return out

    def meaning(self, module: str) -> str:
        tree = self.tree(module)
        return canonical(tree) if tree is not None else self.sources[module]

    def _candidates(self, dotted: str, level: int, inside: str) -> list[str]:
        """`a`, `a.b`, `a.b.c` of a.b.c: importing a part runs what is around it."""
        if level:
            package = inside.split(".") if inside in self._packages else inside.split(".")[:-1]
            base = package[: len(package) - (level - 1)] if level > 1 else package
            dotted = ".".join([*(p for p in base if p), *([dotted] if dotted else [])])
        parts = dotted.split(".")
        return [".".join(parts[: i + 1]) for i in range(len(parts))]

    @cached_property
    def _packages(self) -> set[str]:
        return {name.rpartition(".")[0] for name in self.sources if "." in name}
