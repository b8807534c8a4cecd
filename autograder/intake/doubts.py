"""Text that could be a way around what an exercise forbids, and that no run has shown to be one.

It costs nobody anything: the student keeps the points, and staff is told where to look. `intake.forbidden` says what the text
surely uses, `worker.means` refuses what is computed; here stands what lies between them.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence

from autograder.intake.forbidden import (
    dotted_names,
    imported_names,
    is_forbidden,
    own_names,
    parsed,
    used_names,
)
from autograder.intake.model import Slice, relative_line

MOST_DOUBTS = 8
MENTIONS = frozenset({"isinstance", "issubclass", "type", "TypeVar", "cast"})
"""Calls that compute nothing with a class they are handed."""
TYPING = frozenset({"typing", "typing_extensions", "jaxtyping", "collections"})
RUN_TEXT = frozenset({"exec", "eval", "compile"})
ROADS = frozenset({"ops", "library"})
"""Parts of torch below its functions, beside those whose name begins with an underscore."""
INSIDE = frozenset(
    {
        "__subclasses__",
        "__globals__",
        "__code__",
        "__closure__",
        "__builtins__",
        "__wrapped__",
        "_getframe",
        "get_objects",
    }
)
INSIDE_PACKAGES = frozenset({"ctypes", "gc", "inspect", "marshal", "types.CodeType", "sys.modules"})
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
OWN = ""
"""In the place of a builtin, where the student has a definition of that name."""
Names = Mapping[str, "str | None"]


def find_doubts(piece: Slice, forbid: Sequence[str], siblings: Mapping[str, str] | None = None) -> list[str]:
    """A sentence for each line that may use what is forbidden, where nothing says that it does."""
    if not forbid:
        return []
    found: dict[str, None] = {}
    outer, stars = imported_names(s.source for s in piece.statements)
    outer.update(dict.fromkeys((s.name for s in piece.statements if hasattr(builtins, s.name or "")), OWN))
    for statement in piece.statements:
        for line, what in _in_source(statement.source, outer, stars, forbid):
            definition, relative = relative_line(piece, statement.label, statement.line + line - 1)
            found[_sentence(f"line {relative}" + (f" of {definition}" if definition else ""), what)] = None
    for module in piece.siblings:
        source = (siblings or {}).get(module)
        if source is not None:
            names, module_stars = imported_names([source])
            for line, what in _in_source(source, names, module_stars, forbid):
                found[_sentence(f"line {line} of {module.replace('.', '/')}.py", what)] = None
    return list(found)[:MOST_DOUBTS]


def _sentence(where: str, what: str) -> str:
    return f"may use what is not allowed, though no test saw it: {where} {what}"


def _in_source(source: str, outer: Names, stars: Sequence[str], forbid: Sequence[str]) -> list[tuple[int, str]]:
    tree = parsed(source)
    if tree is None:
        return []
    sure = {(dotted, line) for dotted, line in used_names(tree, outer, stars) if is_forbidden(dotted, forbid)}
    return sorted(set(_doubts(tree, outer, stars, forbid, sure)))


def _doubts(
    tree: ast.Module, outer: Names, stars: Sequence[str], forbid: Sequence[str], sure: set[tuple[str, int]]
) -> Iterator[tuple[int, str]]:
    roots = {name.partition(".")[0] for name in forbid}
    words = {name.rpartition(".")[2] for name in forbid}
    own = {name for name, dotted in outer.items() if not dotted}
    stack: list[tuple[ast.AST, Names]] = [(tree, outer)]
    while stack:
        node, names = stack.pop()
        if isinstance(node, ast.Call):
            yield from ((node.lineno, what) for what in _of_call(node, names, stars, roots))
        if isinstance(node, (ast.Attribute, ast.Name)):
            for dotted in dotted_names(node, names, stars):
                if what := _of_name(dotted, roots, forbid, sure, node.lineno):
                    yield node.lineno, what
        if isinstance(node, ast.Attribute) and node.attr in INSIDE:
            yield node.lineno, f"looks inside functions and classes by {node.attr}"
        if isinstance(node, ast.Subscript) and _is_table(node.value, names, stars, roots):
            yield node.lineno, "looks a name up in the dictionary of a package"
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in words - own:
            yield node.lineno, f"has the text {node.value!r}"
        inside = {**names, **own_names(node)} if isinstance(node, _FUNCTIONS) else names
        if not _is_type(node, names, stars):
            stack += [(child, inside) for child in _computing(node)]


def _is_type(node: ast.AST, names: Names, stars: Sequence[str]) -> bool:
    """`Optional[nn.Linear]`, `nn.Linear | None`: the name of a type computes nothing."""
    if isinstance(node, ast.Subscript):
        return any(_root(dotted) in TYPING for dotted in dotted_names(node.value, names, stars))
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and _is_none(node.right)


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _computing(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that compute something: no annotations, type tests, docstrings, and names only as a whole."""
    if isinstance(node, (ast.Attribute, ast.Name)):
        inner: ast.AST = node
        while isinstance(inner, ast.Attribute):
            inner = inner.value
        if not isinstance(inner, ast.Name):
            yield inner
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MENTIONS:
        yield from node.args[:1]
        return
    left_out = {getattr(node, "annotation", None), getattr(node, "returns", None)}
    yield from (child for child in ast.iter_child_nodes(node) if child not in left_out)


def _of_call(call: ast.Call, names: Names, stars: Sequence[str], roots: set[str]) -> Iterator[str]:
    function = call.func
    called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if isinstance(function, ast.Name) and called in RUN_TEXT and _is_builtin(called, names):
        yield f"runs text by {called}"
    texts = [isinstance(a, ast.Constant) for a in call.args]
    if (
        called == "getattr"
        and texts[1:2] == [False]
        and any(_root(dotted) in roots for dotted in dotted_names(call.args[0], names, stars))
    ):
        yield "asks a package for a name that is computed"
    if called in ("__import__", "import_module") and call.args and not texts[0]:
        yield "imports a package whose name is computed"
    if called in ("attrgetter", "methodcaller") and call.args and not texts[0]:
        yield f"asks for a name that is computed by {called}"


def _of_name(dotted: str, roots: set[str], forbid: Sequence[str], sure: set[tuple[str, int]], line: int) -> str:
    """What a name that is read says. A plain call of what is forbidden is told to the student, not here."""
    parts = dotted.split(".")
    if (entry := is_forbidden(dotted, forbid)) and (dotted, line) not in sure:
        return f"hands {entry} on under another name"
    if dotted.startswith(tuple(f"{each}." for each in INSIDE_PACKAGES)) or dotted in INSIDE_PACKAGES:
        return f"looks inside functions and classes by {dotted}"
    below = [p for p in parts[1:] if p in ROADS or (p.startswith("_") and not p.startswith("__"))]
    if parts[0] in roots and below and not entry:
        return f"goes below the functions of {parts[0]}, by {dotted}"
    return ""


def _is_table(node: ast.AST, names: Names, stars: Sequence[str], roots: set[str]) -> bool:
    """`F.__dict__[...]`, `vars(F)[...]`."""
    if isinstance(node, ast.Attribute) and node.attr == "__dict__":
        holder: ast.AST = node.value
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "vars" and node.args:
        holder = node.args[0]
    else:
        return False
    return any(_root(dotted) in roots for dotted in dotted_names(holder, names, stars))


def _is_builtin(name: str, names: Names) -> bool:
    return name in names and names[name] is None and hasattr(builtins, name)


def _root(dotted: str) -> str:
    return dotted.partition(".")[0]
