"""A canonical text of a syntax tree, for digests: layout, comments and positions leave no trace.

Unlike `ast.unparse`, neither deep trees nor huge integers stop it.
"""

from __future__ import annotations

import ast

_LEFT_OUT = {"ctx", "type_comment", "kind", "type_ignores"}
_FIELDS: dict[type, tuple[str, ...]] = {}


def canonical(node: ast.AST) -> str:
    out: list[str] = []
    stack: list[object] = [node]
    while stack:
        item = stack.pop()
        kind = item.__class__
        if kind is str:
            out.append(item)  # type: ignore[arg-type]  # structure or a name, put there by us
        elif isinstance(item, ast.Constant):
            out.append(_constant(item.value))
        elif isinstance(item, ast.AST):
            fields = _FIELDS.get(kind)
            if fields is None:
                fields = _FIELDS[kind] = tuple(f for f in reversed(item._fields) if f not in _LEFT_OUT)
            out.append(kind.__name__)
            if fields:
                out.append("(")
                stack.append(")")
                stack += [getattr(item, f, None) for f in fields]
        elif kind is list:
            out.append("[")
            stack.append("]")
            stack += reversed(item)  # type: ignore[call-overload]
        else:
            out.append(_constant(item))
    return " ".join(out)


def _constant(value: object) -> str:
    if type(value) is int:
        return hex(value)  # repr refuses integers beyond a few thousand digits
    return f"{type(value).__name__}:{value!r}"
