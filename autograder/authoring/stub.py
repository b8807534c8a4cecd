"""The stub a student starts from: the reference with its body taken out.

Signature, type hints and docstring stay as they are written; the body becomes
`raise NotImplementedError("<name>")`. Where `# BEGIN SOLUTION` / `# END SOLUTION` stand inside a
definition, only the lines between them go and everything else is given to the student.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise
from pathlib import Path

from autograder.authoring.annotations import self_standing
from autograder.authoring.definitions_needed import (
    bound_names,
    definitions,
    import_lines,
    merge_imports,
    names_used,
    reference_imports,
)
from autograder.authoring.name_clashes import Owners
from autograder.course.model import Exercise
from autograder.course.source import Definition, ModuleSource, read_module
from autograder.errors import UserError

BEGIN = re.compile(r"\s*#+\s*BEGIN SOLUTION\b")
END = re.compile(r"\s*#+\s*END SOLUTION\b")


def make_stub(
    source: ModuleSource,
    names: list[str],
    *,
    known: Collection[str] = (),
    exercise_names: Collection[str] = (),
) -> str:
    """The stubs of these names, without imports.

    What they still refer to (an alias in a signature, a constant as a default, a helper of the given
    part) comes along, unless it is `known`: it stands in an earlier cell. A name among `exercise_names`
    is somebody's exercise and never comes along.
    """
    source = self_standing(source)
    stubs = [_definition_stub(source, source.definition(name)) for name in names]
    support = _support(source, "\n\n".join(stubs), names, set(known), set(exercise_names))
    text = stacked([*support, *stubs]) + "\n"
    try:
        ast.parse(text)
    except SyntaxError as error:
        raise UserError(
            f"{source.path}: the stub of {', '.join(names)} does not compile (its line {error.lineno}: {error.msg})"
        ) from None
    return text


def stacked(parts: list[str]) -> str:
    """Definitions two blank lines apart; one-line aliases stand together."""
    text = parts[0] if parts else ""
    for before, part in pairwise(parts):
        text += ("\n" if "\n" not in before and "\n" not in part else "\n\n\n") + part
    return text


def make_stubs(
    reference: Path,
    exercises: Iterable[Exercise],
    order: Iterable[str],
    exercise_names: Collection[str] = (),
    words: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Exercise id -> stub cell, for cells in this order: a shared alias stands in the first that needs it.

    `words`: name -> the docstring that its stub gets in the place of the reference's.

    Two modules that define one alias or helper differently cannot stand in one notebook: an error says where.
    """
    by_id = {e.id: e for e in exercises}
    mine = {name for e in by_id.values() for name in e.names}
    known, stubs, owners = set(mine), {}, Owners()
    for exercise_id in order:
        exercise = by_id[exercise_id]
        source = with_docstrings(read_module(reference, exercise.module), exercise.names, words or {})
        stub = make_stub(source, exercise.names, known=known - set(exercise.names), exercise_names=exercise_names)
        known |= {name for node in ast.parse(stub).body for name in bound_names(node)}
        owners.claim(self_standing(source), stub, mine)
        stubs[exercise_id] = stub
    return stubs


def with_docstrings(source: ModuleSource, names: list[str], words: Mapping[str, str]) -> ModuleSource:
    """The same module, with other docstrings for those of these names that have one in `words`."""
    lines = source.text.splitlines()
    nodes = [(source.definition(name), words[name]) for name in names if name in words]
    for node, text in sorted(nodes, key=lambda pair: -pair[0].lineno):
        if not _has_docstring(node):
            raise UserError(f"{source.path}: {node.name} has no docstring, so there is nothing to replace")
        old, indent = node.body[0], " " * (node.col_offset + 4)
        body = [f"{indent}{line}".rstrip() for line in f'"""{text.strip()}'.splitlines()]
        closing = [f'{body[-1]}"""'] if len(body) == 1 else [body[-1], f'{indent}"""']
        lines[old.lineno - 1 : old.end_lineno] = [*body[:-1], *closing]
    return ModuleSource(source.path, "\n".join(lines) + "\n") if nodes else source


def stub_imports(reference: Path, exercises: Iterable[Exercise], stubs: dict[str, str]) -> list[str]:
    """The one import cell of a notebook: what its stubs still need, numpy, and torch where it is used."""
    lines = ["import numpy as np"]
    for exercise in exercises:
        source = read_module(reference, exercise.module)
        lines += import_lines(source, names_used(stubs[exercise.id]))
        if exercise.runtime == "torch" and import_lines(source, {"torch", "nn", "F"}):
            lines.append("import torch")
    return merge_imports(lines)


def has_markers(lines: Iterable[str]) -> bool:
    return any(BEGIN.match(line) or END.match(line) for line in lines)


def without_markers(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not BEGIN.match(line) and not END.match(line))


# --- one definition ---------------------------------------------------------------------------------


def _definition_stub(source: ModuleSource, node: Definition) -> str:
    if has_markers(source.segment(node).splitlines()):
        return _partial(source, node)
    make = _function if isinstance(node, ast.FunctionDef) else _class
    return "\n".join(make(source, node, node.name))  # type: ignore[operator, arg-type]


def _function(source: ModuleSource, node: ast.FunctionDef, label: str) -> list[str]:
    indent = " " * (node.col_offset + 4)
    lines = _header(source, node)
    docstring = _docstring_lines(source, node)
    return [*lines, *docstring, f'{indent}raise NotImplementedError("{label}")']


def _class(source: ModuleSource, node: ast.ClassDef, label: str) -> list[str]:
    lines = [*_header(source, node), *_docstring_lines(source, node)]
    own = node.body[1:] if _has_docstring(node) else node.body
    kept: list[list[str]] = []
    for statement in own:
        if isinstance(statement, ast.FunctionDef):
            if _is_private(statement.name):
                continue
            is_overload = any(_dotted(d).split(".")[-1] == "overload" for d in statement.decorator_list)
            part = (
                source.segment(statement).splitlines()
                if is_overload
                else _function(source, statement, f"{label}.{statement.name}")
            )
        elif isinstance(statement, ast.ClassDef):
            part = _class(source, statement, f"{label}.{statement.name}")
        elif isinstance(statement, ast.AnnAssign) or (isinstance(statement, ast.Assign) and not _binds_private(statement)):
            part = _without_comments(source.segment(statement)).splitlines()
        else:
            continue
        is_field = not isinstance(statement, (ast.FunctionDef, ast.ClassDef))
        if kept and not (is_field and len(kept[-1]) == 1):
            kept.append([""])
        kept.append(part)
    if kept and _has_docstring(node):
        lines.append("")
    body = [line for part in kept for line in part]
    if not body and not _has_docstring(node):
        body = [" " * (node.col_offset + 4) + "pass"]
    return lines + body


def _header(source: ModuleSource, node: Definition) -> list[str]:
    """Decorators and signature as written, up to the colon."""
    first, last = source.lines_of(node)
    lines = source.text.splitlines()
    end = _signature_end(lines[node.lineno - 1 : last], node.lineno)
    header = lines[first - 1 : end[0]]
    header[-1] = header[-1][: end[1]]
    return header


def _signature_end(lines: list[str], first: int) -> tuple[int, int]:
    """Line (1-based in the file) and column just behind the colon that ends `def f(...) -> T:`."""
    depth = 0
    # IndentationError of a method's first line is avoided by reading tokens lazily.
    for token in tokenize.generate_tokens(io.StringIO("\n".join(lines) + "\n").readline):
        if token.type == tokenize.OP:
            depth += (token.string in "([{") - (token.string in ")]}")
            if token.string == ":" and depth == 0:
                return first + token.end[0] - 1, token.end[1]
    raise AssertionError("a parsed definition has a colon")


def _docstring_lines(source: ModuleSource, node: Definition) -> list[str]:
    if not _has_docstring(node):
        return []
    value = node.body[0]
    assert isinstance(value, ast.Expr)
    lines = source.text.splitlines()[value.lineno - 1 : value.end_lineno]
    # Cut what stands beside it on its lines: a header before, a comment or a statement behind.
    lines[-1] = lines[-1].encode()[: value.end_col_offset].decode()
    lines[0] = " " * (node.col_offset + 4) + lines[0].encode()[value.col_offset :].decode()
    return lines


def _has_docstring(node: Definition) -> bool:
    return ast.get_docstring(node, clean=False) is not None


def _is_private(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def _binds_private(node: ast.stmt) -> bool:
    return any(_is_private(name) for name in bound_names(node))


def _dotted(node: ast.expr) -> str:
    return ast.unparse(node.func if isinstance(node, ast.Call) else node)


def _without_comments(segment: str) -> str:
    """A field's line without the remark behind it."""
    spans = []
    lines = segment.splitlines()
    for token in tokenize.generate_tokens(io.StringIO("if 1:\n" + segment + "\n").readline):
        if token.type == tokenize.COMMENT:
            spans.append((token.start[0] - 2, token.start[1]))
    for row, column in spans:
        lines[row] = lines[row][:column].rstrip()
    return "\n".join(lines)


# --- partial stubs ----------------------------------------------------------------------------------


def _partial(source: ModuleSource, node: Definition) -> str:
    """Everything but the marked lines."""
    first, last = source.lines_of(node)
    lines = source.text.splitlines()
    # An END behind the last statement is a comment, which the syntax tree does not count.
    while last < len(lines) and re.match(r"\s*$|\s+#", lines[last]):
        last += 1
    out: list[str] = []
    opened: int | None = None
    for number, line in enumerate(lines[first - 1 : last], start=first):
        if BEGIN.match(line):
            if opened is not None:
                raise UserError(f"{source.path}:{number}: BEGIN SOLUTION inside the one of line {opened}")
            opened = number
            owner = _owner(node, number)
            if owner is not None:
                indent = line[: len(line) - len(line.lstrip())]
                out += [f"{indent}# YOUR CODE HERE", f'{indent}raise NotImplementedError("{owner}")']
        elif END.match(line):
            if opened is None:
                raise UserError(f"{source.path}:{number}: END SOLUTION without BEGIN SOLUTION")
            opened = None
        elif opened is None:
            out.append(line)
    if opened is not None:
        raise UserError(f"{source.path}:{opened}: BEGIN SOLUTION without END SOLUTION in {node.name}")
    return "\n".join(out).rstrip()


def _owner(node: Definition, line: int) -> str | None:
    """The function or "Class.method" whose body holds the line; None between the methods of a class."""
    if isinstance(node, ast.FunctionDef):
        return node.name
    for statement in node.body:
        if statement.lineno <= line <= (statement.end_lineno or 0) and isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            inner = _owner(statement, line)
            return f"{node.name}.{inner}" if inner else None
    return None


# --- what comes along -------------------------------------------------------------------------------


def _support(source: ModuleSource, stubs: str, names: list[str], known: set[str], exercise_names: set[str]) -> list[str]:
    there = definitions(source)
    elsewhere = reference_imports(source)
    taken: dict[str, ast.stmt] = {}
    waiting = [stubs]
    while waiting:
        for name in sorted(names_used(waiting.pop()) - set(names) - known - set(taken)):
            if name in elsewhere or (name in there and name in exercise_names):
                raise UserError(
                    f"{source.path}: the stub of {', '.join(names)} refers to {name}, which is another "
                    "exercise's; list that exercise under `needs`, or keep the name out of the signature "
                    "and the given part"
                )
            if name in there:
                taken[name] = there[name]
                waiting.append(source.segment(there[name]))
    nodes = sorted({id(n): n for n in taken.values()}.values(), key=lambda n: n.lineno)
    return [without_markers(source.segment(n)) for n in nodes]
