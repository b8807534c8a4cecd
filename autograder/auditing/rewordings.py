"""The same answer in other words: layers under other names, in another order, in other groups, with constants beside.

A student writes a net in their own words, and neither a right one may lose points for it nor a wrong one its hint. The same
goes for a report, a dict with names that the statement gives: whoever puts one more entry into it has done nothing wrong.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from autograder.course import Exercise

FIXED = "these names"
"""In the docstring of a class whose layers are asked for by name."""


def rewordings(text: str, exercise: Exercise) -> dict[str, str]:
    """Label -> the module's text with its nets and reports written in another way; empty if the exercise asks for neither."""
    found = {}
    for label, change in (("reordered", _reordered), ("regrouped", _regrouped)):
        tree = ast.parse(text)
        if any([change(net) for net in _nets(tree, exercise)]):
            found[label] = _unparsed(tree)
    tree = ast.parse(text)
    if any([_remarked(function) for function in _reports(tree, exercise)]):
        found["with a remark"] = _unparsed(tree)
    return found


def _unparsed(tree: ast.Module) -> str:
    return f"{ast.unparse(ast.fix_missing_locations(tree))}\n"


def _reports(tree: ast.Module, exercise: Exercise) -> Iterator[ast.FunctionDef]:
    """Functions of the exercise. What a training returns is read by name, and to train it again takes long."""
    for node in tree.body if not exercise.training else []:
        if isinstance(node, ast.FunctionDef) and node.name in exercise.names:
            yield node


def _remarked(function: ast.FunctionDef) -> bool:
    """One more entry in the dict that is returned."""
    reports = [n.value for n in ast.walk(function) if isinstance(n, ast.Return) and isinstance(n.value, ast.Dict)]
    for report in reports:
        report.keys.append(ast.Constant("remark"))
        report.values.append(ast.Constant("as I expected"))
    return bool(reports)


def _nets(tree: ast.Module, exercise: Exercise) -> Iterator[ast.ClassDef]:
    for node in tree.body:
        if not isinstance(node, ast.ClassDef) or node.name not in exercise.names or not _init(node):
            continue
        if any("Module" in ast.unparse(base) for base in node.bases):
            yield node


def _init(net: ast.ClassDef) -> ast.FunctionDef | None:
    methods = (n for n in net.body if isinstance(n, ast.FunctionDef) and n.name == "__init__")
    return next(methods, None)


def _layers(init: ast.FunctionDef) -> list[ast.Assign]:
    """Assignments of new layers: `self.to_mu = nn.Linear(h, k)`."""
    return [s for s in init.body if isinstance(s, ast.Assign) and _layer_name(s) and _makes_a_layer(s.value)]


def _layer_name(statement: ast.Assign) -> str:
    target = statement.targets[0]
    own = isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"
    return target.attr if own and isinstance(target, ast.Attribute) else ""


def _makes_a_layer(value: ast.expr) -> bool:
    """A class is called, in whatever expression, and no layer that is there already is used."""
    called = [n.func for n in ast.walk(value) if isinstance(n, ast.Call)]
    names = [f.attr if isinstance(f, ast.Attribute) else f.id for f in called if isinstance(f, (ast.Attribute, ast.Name))]
    borrowed = any(isinstance(n, ast.Name) and n.id == "self" for n in ast.walk(value))
    return any(name[:1].isupper() for name in names) and not borrowed


def _reordered(net: ast.ClassDef) -> bool:
    """The last layer first, a constant before it, and the first layer under a second name."""
    init = _init(net)
    assert init is not None
    layers = _layers(init)
    if not layers:
        return False
    names = {_layer_name(s) for s in layers}
    others = [s for s in init.body if s not in layers]
    later = [s for s in others if any(isinstance(n, ast.Attribute) and n.attr in names for n in ast.walk(s))]
    constant = "self.register_buffer('numbers_beside', torch.arange(7.0))"
    again = f"self.second_name = self.{_layer_name(layers[0])}"
    init.body = [
        *(s for s in others if s not in later),
        *ast.parse(constant).body,
        *reversed(layers),
        *later,
        *ast.parse(again).body,
    ]
    return True


class _Renamed(ast.NodeTransformer):
    """`self.to_mu` -> `self.parts['to_mu_part']`."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        own = isinstance(node.value, ast.Name) and node.value.id == "self" and node.attr in self.names
        if not own:
            return node
        renamed = ast.parse(f"self.parts['{node.attr}_part']", mode="eval").body
        renamed.ctx = node.ctx  # type: ignore[attr-defined]
        return renamed


def _regrouped(net: ast.ClassDef) -> bool:
    """All layers in one dict, under other names; not where the names are asked for."""
    init = _init(net)
    assert init is not None
    layers = _layers(init)
    if not layers or FIXED in (ast.get_docstring(net) or ""):
        return False
    first, names = init.body.index(layers[0]), {_layer_name(s) for s in layers}
    for method in net.body:
        _Renamed(names).visit(method)
    init.body.insert(first, ast.parse("self.parts = torch.nn.ModuleDict()").body[0])
    return True
