"""Running a notebook as Jupyter would, and running a slice of it: both must agree."""

from __future__ import annotations

import sys
import types
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from autograder.intake.magics import remove_magics
from autograder.intake.model import Slice


@contextmanager
def importable(modules: Mapping[str, str]):
    """Sibling modules, as the worker's finder would provide them."""
    for name in modules:
        module = types.ModuleType(name)
        if any(other.startswith(name + ".") for other in modules):
            module.__path__ = []
        sys.modules[name] = module
    try:
        for name in sorted(modules, key=lambda n: -n.count(".")):
            exec(modules[name], sys.modules[name].__dict__)
        yield
    finally:
        for name in modules:
            del sys.modules[name]


def run_cells(cells: Sequence[str]) -> dict[str, Any]:
    """All cells in order; an exception ends its cell only."""
    namespace: dict[str, Any] = {"__name__": "submitted"}
    flags = 0
    for source in cells:
        try:
            code = compile(remove_magics(source)[0], "<cell>", "exec", flags=flags, dont_inherit=True)
            flags |= code.co_flags & 0x1FE0000  # `from __future__` holds for later cells too
            exec(code, namespace)
        except Exception:
            continue
    return namespace


def run_slice(piece: Slice) -> dict[str, Any]:
    namespace: dict[str, Any] = {"__name__": "submitted"}
    for statement in piece.statements:
        code = compile(statement.source, "<slice>", "exec", flags=piece.compile_flags, dont_inherit=True)
        exec(code, namespace)
    return namespace


def labelled(cells: Sequence[str]) -> list[tuple[str, str]]:
    return [(f"cell {i}", source) for i, source in enumerate(cells, 1)]
