"""Annotations that stand on their own.

References postpone their annotations with `from __future__ import annotations`; a notebook cell, or a
slice of it, cannot count on that import. So an annotation that names its own class, or something defined
further down, is put into quotes before a cell is made of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from autograder.authoring.definitions_needed import definitions
from autograder.course.source import ModuleSource


def self_standing(source: ModuleSource) -> ModuleSource:
    """The same module, line for line, with annotations quoted where a name does not exist yet."""
    postponed = any(
        isinstance(n, ast.ImportFrom) and n.module == "__future__" and any(a.name == "annotations" for a in n.names)
        for n in source.tree.body
    )
    if not postponed:
        return source
    starts = [0]
    raw = source.text.encode()
    for line in raw.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    there = definitions(source)
    edits = []
    for node in source.tree.body:
        later = {name for name, other in there.items() if other.lineno >= node.lineno}
        for annotation in _evaluated(node):
            if later & {n.id for n in ast.walk(annotation) if isinstance(n, ast.Name)}:
                begin = starts[annotation.lineno - 1] + annotation.col_offset
                end = starts[(annotation.end_lineno or 0) - 1] + (annotation.end_col_offset or 0)
                edits.append((begin, end))
    for begin, end in sorted(edits, reverse=True):
        raw = raw[:begin] + _quoted(raw[begin:end].decode()).encode() + raw[end:]
    return ModuleSource(source.path, raw.decode())


def _evaluated(node: ast.stmt) -> Iterator[ast.expr]:
    """Annotations that Python would evaluate when the definition runs."""
    if isinstance(node, ast.FunctionDef):
        every = [
            *node.args.posonlyargs,
            *node.args.args,
            *node.args.kwonlyargs,
            node.args.vararg,
            node.args.kwarg,
        ]
        yield from (a.annotation for a in every if a is not None and a.annotation is not None)
        if node.returns is not None:
            yield node.returns
    elif isinstance(node, ast.ClassDef):
        for statement in node.body:
            yield from _evaluated(statement)
    elif isinstance(node, ast.AnnAssign):
        yield node.annotation


def _quoted(annotation: str) -> str:
    if "\n" in annotation:
        return f'"""{annotation}"""' if '"' not in annotation else f"'''{annotation}'''"
    return f'"{annotation}"' if '"' not in annotation else repr(annotation)
