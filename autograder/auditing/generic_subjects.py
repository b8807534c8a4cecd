"""Versions that the audit makes by itself for every exercise: a right one without its helpers, and wrong ones.

The wrong ones are the reference with a flaw around it (blunders.py, training_blunders.py).
"""

from __future__ import annotations

import ast
import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FunctionType

from autograder.auditing import blunders, training_blunders
from autograder.course import Assignment, Exercise
from autograder.course.source import ModuleSource, partners

PREFIX = "generic: "
"""What the ids begin with in equivalent.toml, where a reason may excuse one."""


@dataclass(frozen=True)
class Blunder:
    id: str
    text: str
    """A whole module with the flaw."""
    probe: str
    """The same with an exception wherever the flaw could matter."""


def blunders_of(source: ModuleSource, exercise: Exercise) -> list[Blunder]:
    """One for each name, each flaw, and each parameter that it could be about."""
    found = []
    for name in exercise.names:
        trains = exercise.training or name.startswith("train")
        for label, call in [*_calls(source, exercise, name), *(_training_calls(name) if trains else [])]:
            found.append(Blunder(f"{PREFIX}{label}", _module(source, name, call), _module(source, name, call, probe=True)))
    return found


def _calls(source: ModuleSource, exercise: Exercise, name: str) -> list[tuple[str, str]]:
    """What the flaw is called in a report, and the code that makes it."""
    found = []
    for parameter in _parameters(source, name):
        if parameter in exercise.opaque:
            continue
        if parameter not in exercise.in_place:
            found.append((f"{name} changes {parameter} in place", f"in_place({{}}, {parameter!r}"))
        label = f"{name} exchanges axes of {parameter} that are equally long"
        found.append((label, f"square({{}}, {parameter!r}"))
    found.append((f"{name} exchanges axes of its output that are equally long", "square_output({}"))
    if exercise.runtime == "numpy":
        found.append((f"{name} computes in float32", "single_precision({}"))
    return found


def _training_calls(name: str) -> list[tuple[str, str]]:
    return [
        (f"{name} uses the first half of the rows", "some_rows({}, True"),
        (f"{name} uses the second half of the rows", "some_rows({}, False"),
        (f"{name} takes the rows as they come", "unshuffled({}"),
        (f"{name} draws the same in every step", "same_draws({}"),
        (f"{name} draws once for a batch", "one_draw_a_batch({}"),
        (f"{name} makes five times the steps", "budget({}, 5"),
        (f"{name} makes a fifth of the steps", "budget({}, 0.2"),
        (f"{name} makes each step twice", "twice({}"),
        (f"{name} sets gradients to zero after the step", "zeroed_last({}"),
        (f"{name} returns half of its history", "history({}, 'halved'"),
        (f"{name} sorts its history", "history({}, 'sorted'"),
        (f"{name} smooths its history", "history({}, 'smoothed'"),
    ]


def _parameters(source: ModuleSource, name: str) -> list[str]:
    """Of a function, or of all public methods of a class."""
    node = source.definition(name)
    if isinstance(node, ast.FunctionDef):
        return source.parameters(name)
    methods = [m for m in node.body if isinstance(m, ast.FunctionDef) and not m.name.startswith("_")]
    return list(dict.fromkeys(a.arg for m in methods for a in m.args.args[1:]))


def _module(source: ModuleSource, name: str, call: str, probe: bool = False) -> str:
    maker = call.partition("(")[0]
    home = blunders if isinstance(getattr(blunders, maker, None), FunctionType) else training_blunders
    return (
        f"{source.text}\n\n\nfrom {home.__name__} import {maker} as _flaw  # {_digest()}\n\n"
        f"{name} = {call.replace(maker, '_flaw', 1).format(name)}, probe={probe})\n"
    )


@lru_cache
def _digest() -> str:
    """Other blunders are other versions: what an audit showed of the old ones proves nothing."""
    texts = [Path(str(module.__file__)).read_bytes() for module in (blunders, training_blunders)]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]


# --- a right version -------------------------------------------------------------------------------------------------


def without_helpers(source: ModuleSource, assignment: Assignment, exercise: Exercise) -> str:
    """The reference with what it needs of other exercises under names of its own; "" where it needs nothing.

    A student who writes everything into one function hands in no helper; no test may depend on one.
    """
    kept = partners(assignment, exercise)
    helpers = {name for need in exercise.needs if need not in [p.id for p in kept] for name in assignment.get(need).names}
    if not helpers:
        return ""

    class Renamed(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.Name:
            node.id = _own(node.id)
            return node

        def visit_alias(self, node: ast.alias) -> ast.alias:
            node.asname = _own(node.asname or node.name) if node.name in helpers else node.asname
            return node

        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
            node.name = _own(node.name)
            return self.generic_visit(node)

        def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
            node.name = _own(node.name)
            return self.generic_visit(node)

    def _own(name: str) -> str:
        return f"_own_{name}" if name in helpers else name

    return ast.unparse(Renamed().visit(ast.parse(source.text)))
