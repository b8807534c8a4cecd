"""What a reference gives back, read from its annotations: plain values, or objects to go on working with.

A submission may return an object where a number was asked for, and the grader must know it by itself: what it then combines
with that object may be the expected answer.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from autograder.course.source import ModuleSource, imported_concept, is_reference_import, read_module

PLAIN = frozenset(
    "None bool int float complex str bytes list tuple set frozenset dict Sequence Mapping Optional Union "
    "ndarray Tensor Array Float Int UInt Bool Num Complex Inexact Real Shaped Integer float32 float64 int64".split()
)
DEEPEST = 12


@dataclass(frozen=True)
class ClassParts:
    """A class of the exercise."""

    members: Mapping[str, str] = field(default_factory=dict)
    """Method or operator -> the class of the exercise that it returns, or "" for anything else."""
    inherits: bool = False
    """It has a base class, so there are more members than are known."""


@dataclass(frozen=True)
class ReturnKinds:
    """Names of a reference by what a call of them gives back."""

    values: frozenset[str] = frozenset()
    """Functions that return numbers, arrays, text or containers of these."""
    objects: Mapping[str, str] = field(default_factory=dict)
    """Other functions -> the class of the exercise that they return, "" for any other object (or no annotation)."""
    classes: Mapping[str, ClassParts] = field(default_factory=dict)


def returned_by(definitions: Iterable[tuple[str, ModuleSource]]) -> ReturnKinds:
    """Of names and the modules in which they are defined."""
    found = [(source, source.definition(name)) for name, source in definitions]
    classes = {node.name: node for _, node in found if isinstance(node, ast.ClassDef)}
    values, objects = set(), {}
    for source, node in found:
        if isinstance(node, ast.FunctionDef) and node.returns is not None and is_plain(node.returns, source):
            values.add(node.name)
        elif isinstance(node, ast.FunctionDef):
            objects[node.name] = _class_in(node.returns, classes)
    parts = {name: _parts(node, classes) for name, node in classes.items()}
    return ReturnKinds(frozenset(values), objects, parts)


def _parts(node: ast.ClassDef, classes: Collection[str]) -> ClassParts:
    members: dict[str, str] = {}
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef):
            members[statement.name] = _class_in(statement.returns, classes, own=node.name)
        elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name):  # __radd__ = __add__
            known = members.get(statement.value.id)
            if known is not None:
                members.update({t.id: known for t in statement.targets if isinstance(t, ast.Name)})
    return ClassParts(members, inherits=bool(node.bases))


def _class_in(annotation: ast.expr | None, classes: Collection[str], own: str = "") -> str:
    """The class of the exercise that an annotation names, or ""."""
    names = [] if annotation is None else [own if n == "Self" else n for n in _names(annotation)]
    return next((name for name in names if name in classes), "")


def is_plain(annotation: ast.expr, source: ModuleSource, depth: int = 0) -> bool:
    """Whether only plain values fit an annotation. Aliases are looked up, in other reference modules too."""
    return all(name in PLAIN or _is_plain_alias(name, source, depth) for name in _names(annotation))


def _is_plain_alias(name: str, source: ModuleSource, depth: int) -> bool:
    if depth > DEEPEST:
        return False
    for node in source.tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
            return is_plain(node.value, source, depth + 1)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
            return node.value is not None and is_plain(node.value, source, depth + 1)
        if isinstance(node, ast.ImportFrom) and is_reference_import(node) and name in {a.name for a in node.names}:
            other = read_module(source.path.parent, imported_concept(source, node))
            return _is_plain_alias(name, other, depth + 1)
    return False


def _names(annotation: ast.expr) -> Iterable[str]:
    """The last parts of all names: `ndarray` of `np.ndarray`. The text of `Float[np.ndarray, "N D"]` names axes."""
    if isinstance(annotation, ast.Name):
        yield annotation.id
    elif isinstance(annotation, ast.Attribute):
        yield annotation.attr
    elif isinstance(annotation, ast.Constant):
        if isinstance(annotation.value, str) and annotation.value.isidentifier():
            yield annotation.value
    elif isinstance(annotation, ast.Subscript):
        yield from _names(annotation.value)
        inner = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
        for part in inner:
            if not (isinstance(part, ast.Constant) and isinstance(part.value, str)):
                yield from _names(part)
    else:
        for child in ast.iter_child_nodes(annotation):
            if isinstance(child, ast.expr):
                yield from _names(child)


__all__ = ["ClassParts", "ReturnKinds", "returned_by"]
