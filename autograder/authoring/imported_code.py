"""What imported code is made of: names it takes from elsewhere, statements behind those names, regions of a solution."""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from autograder.authoring.definitions_needed import bound_names
from autograder.authoring.imported import BEGIN, END, CodePiece

_BUILTINS = frozenset(dir(builtins)) | {"__name__", "__file__"}
_DEFINING = (ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom)
Definition = ast.FunctionDef | ast.ClassDef


def parsed(code: str) -> ast.Module | None:
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError):
        return None


def free_names(code: str) -> set[str]:
    """What the code uses and does not define itself."""
    top = symtable.symtable(code, "<cell>", "exec")
    bound = {s.get_name() for s in top.get_symbols() if s.is_assigned() or s.is_imported()}
    used: set[str] = set()
    waiting = [top]
    while waiting:
        scope = waiting.pop()
        used |= {s.get_name() for s in scope.get_symbols() if s.is_referenced() and (scope is top or s.is_global())}
        waiting += scope.get_children()
    return used - bound - _BUILTINS


@dataclass
class Support:
    """What students' code and tests may take from the notebook's other cells."""

    statements: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Name -> (position, statement that defines it); the last one counts."""
    _count: int = 0

    def add(self, piece: CodePiece) -> None:
        tree = parsed(piece.code)
        for node in tree.body if tree else ():
            if isinstance(node, _DEFINING) and not _is_star(node):
                self._count += 1
                text = segment(piece.code, node)
                for name in _names(node):
                    self.statements[name] = (self._count, text)

    def needed(self, names: Collection[str], others: Collection[str]) -> tuple[list[str], set[str]]:
        """The statements behind these names, in order; and names that nothing here defines. `others` stand elsewhere."""
        found: dict[str, int] = {}
        missing: set[str] = set()
        waiting = sorted(names)
        while waiting:
            name = waiting.pop()
            if name not in self.statements:
                missing.add(name)
                continue
            position, text = self.statements[name]
            if text not in found:
                found[text] = position
                waiting += sorted(free_names(text))
        return sorted(found, key=lambda text: found[text]), missing - set(others)


def _names(node: ast.stmt) -> Iterable[str]:
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [(a.asname or a.name).partition(".")[0] for a in node.names]
    return bound_names(node)


def _is_star(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and any(a.name == "*" for a in node.names)


def segment(code: str, node: ast.stmt) -> str:
    first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
    return "\n".join(code.splitlines()[first - 1 : node.end_lineno])


def is_import(text: str) -> bool:
    tree = parsed(text)
    return tree is not None and all(isinstance(n, (ast.Import, ast.ImportFrom)) for n in tree.body)


# --- solutions -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SolutionCode:
    """A solution cell as a part of a reference."""

    code: str
    names: list[str]
    """What students write."""
    values: list[str]
    """Names that are asked for as values, not as functions: these cannot be taken over."""


def read_answer(code: str) -> SolutionCode | None:
    """None: it is no Python."""
    tree = parsed(code)
    if tree is None:
        return None
    lines = code.splitlines()
    regions = _regions(lines)
    definitions = [n for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    names, plain = [], []
    for node in definitions:
        mine = [r for r in regions if r[0] <= (node.end_lineno or 0) and r[1] >= node.lineno]
        if mine or not regions:
            names.append(node.name)
        if mine and (_covers(mine, [node]) or _covers(mine, _bodies(node))):
            plain += mine
    dropped = {line for region in plain for line in region}
    values = []
    for statement in tree.body:
        is_value = isinstance(statement, (ast.Assign, ast.AnnAssign)) and (not definitions or _covers(regions, [statement]))
        values += bound_names(statement) if is_value else []
        if is_value or isinstance(statement, ast.Expr):
            dropped |= set(range(statement.lineno, (statement.end_lineno or 0) + 1))
    outside = [r for r in regions if r not in plain and not any(_inside(r, n) for n in definitions)]
    dropped |= {line for region in outside for line in region}
    kept = "\n".join(line for number, line in enumerate(lines, 1) if number not in dropped)
    return SolutionCode(kept.strip("\n"), names, sorted(set(values)))


def _regions(lines: list[str]) -> list[tuple[int, int]]:
    found, begin = [], None
    for number, line in enumerate(lines, 1):
        if BEGIN.match(line):
            begin = number
        elif END.match(line) and begin is not None:
            found.append((begin, number))
            begin = None
    return found


def _inside(region: tuple[int, int], node: Definition) -> bool:
    return node.lineno < region[0] <= (node.end_lineno or 0)


def _bodies(node: Definition) -> list[ast.stmt]:
    """What a student would write of it: all but the docstrings, of a class all that is in its methods."""
    if isinstance(node, ast.ClassDef):
        return [s for m in node.body if isinstance(m, ast.FunctionDef) for s in _bodies(m)]
    return node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body


def _covers(regions: Iterable[tuple[int, int]], nodes: Iterable[ast.stmt]) -> bool:
    return all(any(b < n.lineno and (n.end_lineno or 0) < e for b, e in regions) for n in nodes)


# --- tests -----------------------------------------------------------------------------------------------------


def indented(code: str, by: str = "    ") -> str:
    """As the body of a function; the lines of a text over several lines stay as they are."""
    tree = parsed(code)
    fixed: set[int] = set()
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, (ast.Constant, ast.JoinedStr)) and node.end_lineno and node.end_lineno > node.lineno:
            fixed |= set(range(node.lineno + 1, node.end_lineno + 1))
    lines = code.splitlines()
    return "\n".join(line if number in fixed or not line.strip() else by + line for number, line in enumerate(lines, 1))


def title_of(code: str) -> tuple[str, str]:
    """The text at the head of a test, if there is one, and the rest."""
    tree = parsed(code)
    if tree is None or not tree.body or ast.get_docstring(tree, clean=True) is None:
        return "", code
    head = tree.body[0]
    rest = "\n".join(code.splitlines()[head.end_lineno :])
    return " ".join((ast.get_docstring(tree) or "").split()), rest


def is_empty(code: str) -> bool:
    tree = parsed(code)
    return tree is not None and not [n for n in tree.body if not isinstance(n, (ast.Pass, ast.Import, ast.ImportFrom))]
