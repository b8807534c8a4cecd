"""Top-level statements with what is known of each: the material that slicing works on."""

from __future__ import annotations

import ast
import hashlib
import re
import sys
from dataclasses import dataclass, field
from functools import cached_property

from autograder.intake.parsing import ParsedCell, place
from autograder.intake.scopes import Scope, root_name
from autograder.intake.treehash import canonical

# Calls into a module that change how it computes. Options of printing and plotting change nothing graded.
_SETTING = re.compile(
    r"set_(?!printoptions\Z|style\Z|theme\Z|option\Z|context\Z|palette\Z)\w+|seterr|use_deterministic_algorithms"
    r"|setcontext|setrecursionlimit|filterwarnings|simplefilter"
)
_SEED = frozenset({"seed", "manual_seed", "manual_seed_all", "set_seed", "set_random_seed"})
# Packages whose settings hold for all code, whether or not it names them.
INTERPRETER = frozenset({"sys", "warnings"})
PLOTTING = frozenset({"matplotlib", "seaborn", "plotly", "bokeh", "altair", "IPython", "pylab"})


@dataclass
class Unit:
    """A statement, or one name of an import, with its place in the order of execution."""

    index: int
    cell: ParsedCell
    node: ast.stmt
    alias: ast.alias | None = None
    scope: Scope = field(default_factory=lambda: Scope("module"))
    changes: set[str] = field(default_factory=set)
    """Names of objects it changes; completed by `Analysis` with what the functions it calls change."""

    @property
    def label(self) -> str:
        return self.cell.label

    @property
    def is_import(self) -> bool:
        return self.alias is not None

    @cached_property
    def is_definition(self) -> bool:
        return isinstance(self.node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))

    @property
    def is_star(self) -> bool:
        return self.alias is not None and self.alias.name == "*"

    @cached_property
    def module(self) -> str:
        """Of an import: the module it loads."""
        if isinstance(self.node, ast.ImportFrom):
            return self.node.module or ""
        return self.alias.name if self.alias else ""

    @cached_property
    def submodule(self) -> str:
        """`b` of `import a.b.c`, which binds `a` and loads more; else ""."""
        if self.alias is None or isinstance(self.node, ast.ImportFrom) or self.alias.asname:
            return ""
        return [*self.alias.name.split("."), ""][1]

    @property
    def loads_package(self) -> bool:
        """`import a` or `import a.b`: whoever wrote it, it binds what every such statement binds."""
        return isinstance(self.node, ast.Import) and self.alias is not None and not self.alias.asname

    @cached_property
    def line(self) -> int:
        if self.alias is not None:
            return getattr(self.alias, "lineno", self.node.lineno)
        decorators = getattr(self.node, "decorator_list", [])
        return min([self.node.lineno, *(d.lineno for d in decorators)])

    @cached_property
    def name(self) -> str:
        if self.is_definition:
            return self.node.name  # type: ignore[attr-defined]
        names = list(self.scope.binds)
        return names[0] if len(names) == 1 and not self.is_star else ""

    @cached_property
    def source(self) -> str:
        if self.alias is not None:
            return _import_text(self.node, self.alias)
        node, lines = self.node, self.cell.lines
        last = node.end_lineno or node.lineno
        text = lines[self.line - 1 : last]
        start = 0 if self.line < node.lineno else node.col_offset
        end = node.end_col_offset
        # Offsets count UTF-8 bytes; the end first, as both may be on one line.
        if end is not None:
            text[-1] = text[-1].encode("utf-8", "surrogatepass")[:end].decode("utf-8", "surrogatepass")
        if start:
            text[0] = text[0].encode("utf-8", "surrogatepass")[start:].decode("utf-8", "surrogatepass")
        return "\n".join(text)

    @cached_property
    def meaning(self) -> str:
        """For the digest."""
        return self.source if self.alias is not None else canonical(self.node)

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(self.meaning.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @cached_property
    def setting(self) -> tuple[str, bool] | None:
        """(name of the module it sets up, is it a seed), if it may be such a statement."""
        return _setting(self.node)

    @property
    def place(self) -> str:
        return place(self.label, self.line)


def _setting(node: ast.stmt, depth: int = 0) -> tuple[str, bool] | None:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        function = node.value.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if name in _SEED:
            return root_name(function), True
        return (root_name(function), False) if _SETTING.fullmatch(name) else None
    if isinstance(node, ast.Assign) and all(isinstance(t, (ast.Attribute, ast.Subscript)) for t in node.targets):
        return root_name(node.targets[0]), False
    if isinstance(node, ast.If) and depth < 10:  # if torch.cuda.is_available(): torch.set_default_device("cuda")
        found = {_setting(inner, depth + 1) for inner in [*node.body, *node.orelse]}
        return found.pop() if len(found) == 1 else None
    return None


def is_stub(node: ast.stmt) -> bool:
    """Nothing but a docstring and `raise NotImplementedError`."""
    body = getattr(node, "body", [])
    last = body[-1] if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and len(body) <= 2 else None
    if not isinstance(last, ast.Raise) or (len(body) == 2 and not isinstance(body[0], ast.Expr)):
        return False
    raised = last.exc.func if isinstance(last.exc, ast.Call) else last.exc
    return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"


def package_of(unit: Unit) -> str:
    """The top-level package that an import loads, unless it only draws pictures."""
    package = unit.module.split(".")[0]
    return "" if package in PLOTTING else package


def brings(module: str, name: str) -> bool:
    """May `from module import *` bind this name? Known of what is loaded here; the rest gets the benefit of the doubt."""
    loaded = sys.modules.get(module)
    if loaded is None:
        return module.split(".")[0] not in PLOTTING
    exported = getattr(loaded, "__all__", None)
    return name in exported if exported is not None else hasattr(loaded, name) and not name.startswith("_")


def make_units(cells: list[ParsedCell]) -> tuple[list[Unit], list[str], list[str]]:
    """Units in order, `__future__` features, and notes on statements too deep to be looked at."""
    future: list[str] = []
    notes: list[str] = []
    units: list[Unit] = []
    for cell in cells:
        for node in cell.body:
            if isinstance(node, ast.ImportFrom) and node.module == "__future__" and not node.level:
                future += [a.name for a in node.names if a.name not in future]
                continue
            if isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
                continue
            lazy = "annotations" in future
            aliases = node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else [None]
            for alias in aliases:
                unit = Unit(len(units), cell, node, alias, Scope("module", lazy))
                try:
                    _look_at(unit)
                except RecursionError:
                    notes.append(f"{unit.place}: nested too deeply to be looked at: left out")
                    continue
                units.append(unit)
    return units, future, notes


def _look_at(unit: Unit) -> None:
    node, alias = unit.node, unit.alias
    if alias is None:
        unit.scope.statement(node)
        unit.scope.settle()
        unit.changes = set(unit.scope.changes)
    elif isinstance(node, ast.Import):
        unit.scope.statement(ast.copy_location(ast.Import([alias]), node))
    elif isinstance(node, ast.ImportFrom):
        unit.scope.statement(ast.copy_location(ast.ImportFrom(node.module, [alias], node.level), node))


def _import_text(node: ast.stmt, alias: ast.alias) -> str:
    renamed = f" as {alias.asname}" if alias.asname else ""
    if isinstance(node, ast.ImportFrom):
        return f"from {'.' * node.level}{node.module or ''} import {alias.name}{renamed}"
    return f"import {alias.name}{renamed}"
