"""Static check for what an exercise forbids, through import aliases: it says where, before anything is run.

What decides is run time (`worker.means`, `worker.imports`). So only what the text surely uses is told: to import something, to
mention it in an annotation or to test for its type computes nothing.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from autograder.intake.model import ForbiddenUse, Slice, Statement, relative_line
from autograder.intake.parsing import PARSE_ERRORS
from autograder.jail.packages import AUTODIFF, HARMLESS

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_LOADERS = {"__import__", "import_module"}
# Where torch is there and its derivatives are not ("torch.autograd"): what surely differentiates. The rest of these packages
# (Function, no_grad, vmap) computes no gradient by itself.
_TRANSFORMS = ("grad", "grad_and_value", "vjp", "jvp", "jacrev", "jacfwd", "hessian", "linearize")
_DERIVING = (
    "torch.autograd.grad",
    "torch.autograd.backward",
    "torch.autograd.functional",
    "torch.autograd.forward_ad",
    *(f"{package}.{name}" for package in ("torch.func", "functorch") for name in _TRANSFORMS),
    "sympy",
)


def find_forbidden(piece: Slice, forbid: Sequence[str], siblings: Mapping[str, str] | None = None) -> list[ForbiddenUse]:
    """Uses of forbidden names in the slice's statements, and in its siblings if their sources are given.

    One finding per name and statement.
    """
    if not forbid:
        return []
    found: list[ForbiddenUse] = []
    outer, stars = imported_names(s.source for s in piece.statements)
    # Where every cell is run, an unused `import torch` among them costs nothing: the jail will refuse it, and only it.
    elsewhere = [entry for entry in forbid if entry != "autograd"]
    for statement in piece.statements:
        entries = elsewhere if piece.whole and not statement.needed else forbid
        found += _in_statement(piece, statement, entries, outer, stars)
    for module in piece.siblings:
        source = (siblings or {}).get(module)
        if source is not None:
            label = module.replace(".", "/") + ".py"
            names, module_stars = imported_names([source])
            whole = Statement(label, 1, source)
            found += _in_statement(piece, whole, forbid, names, module_stars)
    return sorted(found, key=lambda f: (f.label, f.line, f.name))


def without_forbidden_others(piece: Slice, forbid: Sequence[str], siblings: Mapping[str, str] | None = None) -> Slice:
    """Drops the other readings that use what is forbidden: a scratch cell that does costs nothing, and gains nothing."""
    read = [replace(piece, statements=other, whole=False) for other in piece.others]
    return replace(piece, others=[r.statements for r in read if not forbid or not find_forbidden(r, forbid, siblings)])


def is_forbidden(dotted: str, forbid: Iterable[str]) -> str:
    """The entry of `forbid` that covers a dotted name, or ""."""
    parts = dotted.split(".")
    for entry in forbid:
        if entry == "autograd":
            if parts[0] in AUTODIFF and parts[-1] not in HARMLESS:
                return entry
            continue
        if entry == "torch.autograd":
            if any(dotted == name or dotted.startswith(name + ".") for name in _DERIVING):
                return entry
            continue
        wanted = entry.split(".")
        # torch.nn.BatchNorm1d is torch.nn.modules.batchnorm.BatchNorm1d as well: the same parts, in order.
        for end in range(len(wanted), len(parts) + 1):
            head = parts[:end]
            if head[0] == wanted[0] and head[-1] == wanted[-1] and _in_order(wanted, head):
                return entry
    return ""


def _in_order(wanted: Sequence[str], parts: Sequence[str]) -> bool:
    rest = iter(parts)
    return all(part in rest for part in wanted)


def _root(name: str) -> str:
    return name.split(".")[0]


def _in_statement(
    piece: Slice,
    statement: Statement,
    forbid: Sequence[str],
    outer: Mapping[str, str | None],
    stars: Sequence[str],
) -> list[ForbiddenUse]:
    tree = parsed(statement.source)
    if tree is None:
        return []
    found: dict[str, ForbiddenUse] = {}
    uses = sorted(used_names(tree, outer, stars), key=lambda use: use[1])
    for dotted, line in uses:
        entry = is_forbidden(dotted, forbid)
        if not entry or any(name == dotted or dotted.startswith(name + ".") for name in found):
            continue
        at = statement.line + line - 1
        definition, relative = relative_line(piece, statement.label, at)
        around = definition or (statement.label if statement.label.endswith(".py") else "")
        where = f"line {relative} of {around}" if around else f"line {relative}"
        what = "packages with autograd are" if entry == "autograd" else f"{entry} is"
        message = f"{where} uses {dotted}; {what} forbidden in this exercise"
        found[dotted] = ForbiddenUse(dotted, statement.label, at, definition, relative, message)
    return list(found.values())


def parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except PARSE_ERRORS:
        return None


def imported_names(sources: Iterable[str]) -> tuple[dict[str, str | None], list[str]]:
    """Top-level names: what imports bind (name -> dotted), also in if and try; None for the student's own. And star imports."""
    names: dict[str, str] = {}
    own: dict[str, None] = {}
    stars: list[str] = []
    for source in sources:
        tree = parsed(source)
        waiting: list[ast.AST] = list(tree.body) if tree else []
        while waiting:
            node = waiting.pop()
            names.update(_aliases(node))
            if isinstance(node, ast.ImportFrom) and any(a.name == "*" for a in node.names):
                stars.append(node.module or "")
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                own[node.name] = None
            elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.For, ast.With)):
                stored = [n for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
                own.update({n.id: None for n in stored})
            if not isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
                waiting += [c for c in ast.iter_child_nodes(node) if not isinstance(c, ast.expr)]
    # A star import brings many names, but never one that the student defines, nor a builtin that is meant as such.
    return {**dict.fromkeys(dir(builtins)), **own, **names}, stars


def _aliases(node: ast.AST) -> dict[str, str]:
    if isinstance(node, ast.Import):
        return {a.asname or _root(a.name): a.name if a.asname else _root(a.name) for a in node.names}
    if isinstance(node, ast.ImportFrom) and not node.level:
        return {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names if a.name != "*"}
    return {}


def used_names(tree: ast.Module, outer: Mapping[str, str | None], stars: Sequence[str]) -> Iterator[tuple[str, int]]:
    """(dotted name, line) of everything imported that is called, is derived from, or decorates."""
    stack: list[tuple[ast.AST, Mapping[str, str | None]]] = [(tree, dict(outer))]
    while stack:
        node, names = stack.pop()
        used: list[ast.expr] = []
        if isinstance(node, ast.Call):
            yield from _by_text(node, names, stars)
            used = [node.func]
        elif isinstance(node, ast.ClassDef):
            used = [*node.bases, *node.decorator_list]
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            used = node.decorator_list
        yield from ((dotted, each.lineno) for each in used for dotted in dotted_names(each, names, stars))
        inside = {**names, **own_names(node)} if isinstance(node, _FUNCTIONS) else names
        stack += [(child, inside) for child in ast.iter_child_nodes(node)]


def dotted_names(node: ast.AST, names: Mapping[str, str | None], stars: Sequence[str]) -> list[str]:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return []
    parts.reverse()
    if node.id in names:
        base = names[node.id]
        return [".".join([base, *parts])] if base else []
    return [".".join([star, node.id, *parts]) for star in stars]


def _by_text(call: ast.Call, names: Mapping[str, str | None], stars: Sequence[str]) -> Iterator[tuple[str, int]]:
    """`getattr(nn, "BatchNorm1d")`, `__import__("torch")`, `importlib.import_module("torch")`."""
    function = call.func
    called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    texts = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    if called in _LOADERS and texts:
        yield texts[0], call.lineno
    elif called == "getattr" and texts and call.args:
        for base in dotted_names(call.args[0], names, stars):
            yield f"{base}.{texts[0]}", call.lineno


def own_names(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> dict[str, str | None]:
    """Names of a function's own: None for variables, a dotted name for what it imports."""
    args = node.args
    found: dict[str, str | None] = {}
    for arg in [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]:
        if arg is not None:
            found[arg.arg] = None
    if isinstance(node, ast.Lambda):
        return found
    outside: set[str] = set()
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        part = waiting.pop()
        if isinstance(part, (ast.Import, ast.ImportFrom)):
            found.update(_aliases(part))
        elif isinstance(part, (ast.Global, ast.Nonlocal)):
            outside.update(part.names)
        elif isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            found.setdefault(part.id, None)
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.setdefault(part.name, None)
            continue
        if not isinstance(part, ast.Lambda):
            waiting += ast.iter_child_nodes(part)
    return {name: dotted for name, dotted in found.items() if name not in outside}
