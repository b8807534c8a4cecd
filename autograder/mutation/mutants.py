"""Mutants: the reference with one small numeric edit. A suite that cannot tell one from the reference has a hole.

Edited are only the definitions of an exercise's own names and the private helpers they use; never docstrings,
annotations, decorators or messages. A guard (`if ...: raise ...`, a loop of guards, a helper that only checks) is edited only
where the statement speaks of an exception: where it is silent, no suite may ask for what the guard decides.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import libcst as cst
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider

from autograder.course.source import ModuleSource
from autograder.mutation.edits import called, edits_of

LONGEST = 70
PARTS = (
    cst.Integer,
    cst.Float,
    cst.Name,
    cst.Arg,
    cst.Index,
    cst.SubscriptElement,
    cst.Element,
    cst.ComparisonTarget,
)
EXCEPTION = re.compile(r"\b[A-Z]\w*Error\b")
SHAPE_ONLY = {"shape", "ndim", "size", "dtype"}
SHAPE_FUNCTIONS = {"empty_like", "zeros_like", "ones_like", "full_like", "len"}
"""Where only the shape of a variable is asked for, another of the same shape is not a mistake."""

SameShape = Mapping[str, Mapping[str, Collection[str]]]
"""Function -> variable -> the variables that held arrays of the same shape in every call."""


@dataclass(frozen=True)
class Mutant:
    id: str
    """Made from what is edited, not from where it stands: the same in every run, and after other edits of the file."""
    kind: str
    line: int
    text: str
    """The whole module."""

    def diff(self, original: str) -> str:
        lines = difflib.unified_diff(original.splitlines(), self.text.splitlines(), lineterm="", n=0)
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def generate(
    source: ModuleSource, names: list[str], same_shape: SameShape | None = None, untold: Collection[str] = ()
) -> list[Mutant]:
    """All mutants of these names, each a different text. What is assigned to an `untold` variable is left alone."""
    wrapper = MetadataWrapper(cst.parse_module(source.text), unsafe_skip_copy=True)
    module = wrapper.module
    lines = {n: p.start.line for n, p in wrapper.resolve(PositionProvider).items()}
    parents = wrapper.resolve(ParentNodeProvider)
    swaps = _Swaps(same_shape or {}, _first_lines(source), lines)
    checking = _checking_functions(source)
    guards = _guard_lines(source, checking)
    seen = {source.text}
    times: dict[str, int] = {}
    found = []
    for definition in _targets(source, module, names):
        before, after = _around(module, definition)
        silent = not _speaks_of_exceptions(source, names, definition.name.value)
        if silent and definition.name.value in checking:
            continue
        spared = _Spared(set(untold), guards if silent else (), lines)
        for node, kind, new in _edits(definition, swaps, spared):
            text = before + module.code_for_node(_replaced(definition, node, new)) + after
            if text in seen or not _compiles(text):
                continue
            seen.add(text)
            shown = _enough_context(node, parents)
            what = f"{_short(module, shown)} -> {_short(module, _replaced(shown, node, new))}"
            what = f"{definition.name.value}: {kind}: {what}"
            times[what] = times.get(what, 0) + 1
            unique = what if times[what] == 1 else f"{what} #{times[what]}"
            found.append(Mutant(unique, kind, lines[node], text))
    return found


def _around(module: cst.Module, definition: cst.CSTNode) -> tuple[str, str]:
    """The module's text before and after one of its statements."""
    at = next(i for i, n in enumerate(module.body) if n is definition)
    before = module.with_changes(body=module.body[:at], footer=[]).code
    whole, own = module.code, module.code_for_node(definition)
    return before, whole[len(before) + len(own) :]


def _replaced(root: cst.CSTNode, old: cst.CSTNode, new: cst.CSTNode) -> cst.CSTNode:
    changed = new if root is old else root.deep_replace(old, new)
    assert isinstance(changed, cst.CSTNode)
    return changed


def _enough_context(node: cst.CSTNode, parents: Mapping[cst.CSTNode, cst.CSTNode]) -> cst.CSTNode:
    """A number or a name alone would not say which one is meant."""
    while isinstance(node, PARTS):
        node = parents[node]
    return node


def _targets(source: ModuleSource, module: cst.Module, names: list[str]) -> list[cst.FunctionDef | cst.ClassDef]:
    own = {n.name: n for n in source.tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    wanted, waiting = set(), list(names)
    while waiting:
        name = waiting.pop()
        if name in wanted or name not in own:
            continue
        wanted.add(name)
        used = {n.id for n in ast.walk(own[name]) if isinstance(n, ast.Name)}
        waiting += [u for u in used if u.startswith("_") and u in own]
    return [n for n in module.body if isinstance(n, (cst.FunctionDef, cst.ClassDef)) and n.name.value in wanted]


@dataclass(frozen=True)
class _Swaps:
    """Which variable may be taken for which, and where."""

    same_shape: SameShape
    first_lines: Mapping[str, Mapping[str, int]]
    lines: Mapping[cst.CSTNode, int]

    def for_name(self, function: str, node: cst.Name) -> str | None:
        """A variable of the same shape that has a value by then."""
        bound = self.first_lines.get(function, {})
        for other in sorted(self.same_shape.get(function, {}).get(node.value, ())):
            if bound.get(other, self.lines[node]) < self.lines[node]:
                return other
        return None


@dataclass(frozen=True)
class _Spared:
    """What is left alone, since no suite may ask for it."""

    variables: Collection[str]
    guards: Collection[int]
    """The lines in which they begin."""
    lines: Mapping[cst.CSTNode, int]

    def is_guard(self, node: cst.CSTNode) -> bool:
        return isinstance(node, (cst.If, cst.For, cst.SimpleStatementLine)) and self.lines[node] in self.guards


def _first_lines(source: ModuleSource) -> dict[str, dict[str, int]]:
    """Function -> variable -> the line that first gives it a value (for a parameter, the one of the `def`)."""
    found: dict[str, dict[str, int]] = {}
    for function in ast.walk(source.tree):
        if isinstance(function, ast.FunctionDef):
            own = found.setdefault(function.name, {})
            for node in ast.walk(function):
                if isinstance(node, ast.arg):
                    own.setdefault(node.arg, function.lineno)
                elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    own[node.id] = min(node.lineno, own.get(node.id, node.lineno))
    return found


def _speaks_of_exceptions(source: ModuleSource, names: list[str], definition: str) -> bool:
    """Whether the statement of a definition promises one; a private helper serves all names of its exercise."""
    wanted = names if definition.startswith("_") else [definition]
    own = [n for n in source.tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and n.name in wanted]
    inner = [n for node in own for n in ast.walk(node) if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    return any(EXCEPTION.search(ast.get_docstring(node) or "") for node in inner)


def _is_guard(node: ast.stmt, checking: Collection[str]) -> bool:
    """`checking`: functions that do nothing but check."""
    if isinstance(node, ast.If):
        return not node.orelse and all(isinstance(only, ast.Raise) for only in node.body)
    if isinstance(node, ast.For):
        return not node.orelse and all(_is_guard(inner, checking) for inner in node.body)
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in checking


def _only_checks(function: ast.FunctionDef) -> bool:
    """Whether it can refuse, and neither returns nor changes anything."""
    inside = list(ast.walk(function))
    changed: list[ast.AST] = [
        n for n in inside if isinstance(n, (ast.Subscript, ast.Attribute)) and isinstance(n.ctx, ast.Store)
    ]
    changed += [
        n for n in inside if isinstance(n, ast.AugAssign) or (isinstance(n, ast.Expr) and isinstance(n.value, ast.Call))
    ]
    returned = [n for n in inside if isinstance(n, ast.Return) and n.value is not None]
    return any(isinstance(n, ast.Raise) for n in inside) and not changed and not returned


def _checking_functions(source: ModuleSource) -> set[str]:
    return {n.name for n in source.tree.body if isinstance(n, ast.FunctionDef) and _only_checks(n)}


def _guard_lines(source: ModuleSource, checking: Collection[str]) -> set[int]:
    return {n.lineno for n in ast.walk(source.tree) if isinstance(n, ast.stmt) and _is_guard(n, checking)}


def _edits(definition: cst.CSTNode, swaps: _Swaps, spared: _Spared) -> Iterator[tuple[cst.CSTNode, str, cst.CSTNode]]:
    """Walks what may be edited, function by function (methods and inner functions included)."""
    for function, node, role in _walk(definition, "", spared):
        if isinstance(node, cst.Name) and role == "name" and node.value not in spared.variables:
            other = swaps.for_name(function, node)
            if other:
                yield node, "wrong variable", node.with_changes(value=other)
        for kind, new in edits_of(node):
            yield node, kind, new


def _walk(node: cst.CSTNode, function: str, spared: _Spared) -> Iterator[tuple[str, cst.CSTNode, str]]:
    """(function, node, role): role is "name" for a variable that is read."""
    if spared.is_guard(node):
        return
    if isinstance(node, (cst.Annotation, cst.Decorator, cst.Raise, cst.Assert, cst.ImportFrom, cst.Import)):
        return
    if isinstance(node, cst.FunctionDef):
        function = node.name.value
        for parameter in _parameters(node):
            if parameter.default is not None:
                yield from _walk(parameter.default, function, spared)
        yield from _walk(node.body, function, spared)
        return
    if isinstance(node, cst.ClassDef):
        yield from _walk(node.body, function, spared)
        return
    if isinstance(node, cst.Expr) and isinstance(node.value, (cst.SimpleString, cst.ConcatenatedString)):
        return
    if isinstance(node, cst.Assign) and all(
        isinstance(t.target, cst.Name) and t.target.value in spared.variables for t in node.targets
    ):
        return
    yield function, node, "name" if isinstance(node, cst.Name) else ""
    if isinstance(node, (cst.Assign, cst.AugAssign, cst.AnnAssign)):
        targets = [t.target for t in node.targets] if isinstance(node, cst.Assign) else [node.target]
        for target in targets:
            yield from _walk_target(target, function, spared)
        if node.value is not None:
            yield from _walk(node.value, function, spared)
        return
    if isinstance(node, cst.For):
        for part in (node.iter, node.body, node.orelse):
            if part is not None:
                yield from _walk(part, function, spared)
        return
    if isinstance(node, cst.Attribute):
        if node.attr.value not in SHAPE_ONLY or not isinstance(node.value, cst.Name):
            yield from _walk(node.value, function, spared)
        return
    if isinstance(node, cst.Arg):
        yield from _walk(node.value, function, spared)
        return
    if isinstance(node, cst.Call):
        if isinstance(node.func, cst.Attribute):
            yield from _walk(node.func.value, function, spared)
        if called(node) in SHAPE_FUNCTIONS and len(node.args) == 1 and isinstance(node.args[0].value, cst.Name):
            return
        axis_like = {"axis", "dim", "keepdims", "keepdim", "ddof", "dtype"}
        for arg in node.args:
            # What stands there is edited with its call.
            if arg.keyword is None or arg.keyword.value not in axis_like:
                yield from _walk(arg, function, spared)
            elif arg.keyword.value == "dtype":
                yield from _walk(arg.value, function, spared)
        return
    for child in node.children:
        yield from _walk(child, function, spared)


def _walk_target(target: cst.CSTNode, function: str, spared: _Spared) -> Iterator[tuple[str, cst.CSTNode, str]]:
    """Of what is assigned to, only indices are read."""
    if isinstance(target, cst.Subscript):
        for element in target.slice:
            yield from _walk(element, function, spared)
    elif isinstance(target, (cst.Tuple, cst.List)):
        for part in target.elements:
            yield from _walk_target(part.value, function, spared)


def _parameters(node: cst.FunctionDef) -> list[cst.Param]:
    p = node.params
    return [*p.posonly_params, *p.params, *p.kwonly_params]


def _short(module: cst.Module, node: cst.CSTNode) -> str:
    """The code of a node on one line; what is too long is cut, with a digest that keeps it apart."""
    shown = node.test if isinstance(node, (cst.If, cst.While)) else node
    text = " ".join(module.code_for_node(shown).split()).rstrip(", ")
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST - 12]}...{hashlib.sha256(text.encode()).hexdigest()[:6]}"


def _compiles(text: str) -> bool:
    try:
        compile(text, "<mutant>", "exec")
    except (SyntaxError, ValueError):
        return False
    return True
