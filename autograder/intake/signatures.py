"""Whether a definition can be called as the task says, from its text alone. Nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import NamedTuple

_LONGEST = 200
AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Parameters(NamedTuple):
    positional: list[str]
    required: set[str]
    """Without a default, those that can only be named included."""
    by_name: list[str]
    """Those that can only be given by name."""
    takes_more: bool
    """`*args`"""
    takes_names: bool
    """`**kwargs`"""


def mismatch(name: str, node: ast.AST | None, asked: Mapping[str, str]) -> str:
    """What keeps `name`, defined by `node`, from being called as asked; "" if nothing does, or if it cannot be told.

    `asked`: name -> "(theta, tau)"; a class also has "Class.method" -> "(value)", both without self.
    """
    if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Lambda):
        node = node.value
    if isinstance(node, ast.ClassDef):
        return _of_class(node, asked)
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) or name not in asked:
        return ""
    if isinstance(node, ast.AsyncFunctionDef):
        return f"{name} is defined with `async def`, so a call gives no result: leave `async` out"
    return _of_function(name, node, asked[name])


def _of_class(node: ast.ClassDef, asked: Mapping[str, str]) -> str:
    if node.decorator_list or node.name not in asked:
        return ""
    own = {s.name: s for s in node.body if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef))}
    made = own.get("__init__")
    if made is not None and (said := _of_function(node.name, made, asked[node.name], is_method=True)):
        return said
    bound = {t.id for s in node.body if isinstance(s, ast.Assign) for t in s.targets if isinstance(t, ast.Name)}
    for name, expected in asked.items():
        owner, _, method = name.rpartition(".")
        if owner != node.name:
            continue
        if method in own:
            if said := _of_function(name, own[method], expected, is_method=True):
                return said
        elif not node.bases and method not in bound:
            return f"{node.name} has no method `{method}{expected}`, which the task asks for"
    return ""


def _of_function(name: str, node: AnyFunction, expected: str, is_method: bool = False) -> str:
    if not isinstance(node, ast.Lambda) and node.decorator_list:
        return ""
    try:
        right = ast.parse(f"def f{expected}: pass").body[0]
    except SyntaxError:
        return ""
    assert isinstance(right, ast.FunctionDef)
    if _fits(_parameters(right.args), _parameters(node.args, is_method)):
        return ""
    own = f"{name}{text_of(node.args, is_method)}"
    shown = (own if len(own) <= _LONGEST else own[: _LONGEST - 3] + "...").replace("`", "'")
    return f"The task asks for `{name}{expected}`, and yours is `{shown}`: keep the parameters as they were"


def _fits(asked: Parameters, own: Parameters) -> bool:
    for number, name in enumerate(asked.positional):
        if number < len(own.positional):
            if own.positional[number] != name:
                return False
        elif not own.takes_more:
            return False
    names = {*own.positional, *own.by_name}
    if not own.takes_names and any(name not in names for name in asked.by_name):
        return False
    if (asked.takes_more and not own.takes_more) or (asked.takes_names and not own.takes_names):
        return False
    return own.required <= asked.required


def _parameters(args: ast.arguments, is_method: bool = False) -> Parameters:
    positional = [a.arg for a in (*args.posonlyargs, *args.args)]
    required = set(positional[: len(positional) - len(args.defaults)])
    if is_method:
        required -= set(positional[:1])
        del positional[:1]
    by_name = [a.arg for a in args.kwonlyargs]
    required |= {a.arg for a, default in zip(args.kwonlyargs, args.kw_defaults) if default is None}
    return Parameters(positional, required, by_name, args.vararg is not None, args.kwarg is not None)


def text_of(args: ast.arguments, is_method: bool = False) -> str:
    """ "(theta, tau=0.1)", without annotations and, of a method, without self."""
    positional = [*args.posonlyargs, *args.args]
    bare = ast.arguments(
        posonlyargs=[ast.arg(a.arg) for a in args.posonlyargs[1 if is_method else 0 :]],
        args=[ast.arg(a.arg) for a in (args.args[1:] if is_method and not args.posonlyargs else args.args)],
        vararg=ast.arg(args.vararg.arg) if args.vararg else None,
        kwonlyargs=[ast.arg(a.arg) for a in args.kwonlyargs],
        kw_defaults=args.kw_defaults,
        kwarg=ast.arg(args.kwarg.arg) if args.kwarg else None,
        defaults=args.defaults if len(args.defaults) < len(positional) or not is_method else args.defaults[1:],
    )
    return f"({ast.unparse(bare)})"


def asked_signatures(node: ast.FunctionDef | ast.ClassDef) -> dict[str, str]:
    """What a definition of the course asks for, as `mismatch` takes it."""
    if isinstance(node, ast.FunctionDef):
        return {node.name: text_of(node.args)} if not node.decorator_list else {}
    found: dict[str, str] = {}
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef) and not statement.decorator_list:
            if statement.name == "__init__":
                found[node.name] = text_of(statement.args, is_method=True)
            elif not statement.name.startswith("_") or statement.name == "__call__":
                found[f"{node.name}.{statement.name}"] = text_of(statement.args, is_method=True)
    return {node.name: "()", **found} if found and not node.bases and not node.decorator_list else found
