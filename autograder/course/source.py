"""Reference modules as text: where a name is defined, what it returns, what a whole solution looks like.

The reference is read, never imported, by everything that makes something for students;
only the grader imports it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from autograder.course.model import Assignment, Exercise
from autograder.errors import UserError

Definition = ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True)
class ModuleSource:
    path: Path
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        try:
            return ast.parse(self.text, filename=str(self.path))
        except SyntaxError as error:
            raise UserError(f"{self.path}:{error.lineno}: {error.msg}") from None

    def definition(self, name: str) -> Definition:
        for node in self.tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name:
                return node
        raise UserError(f"{self.path} does not define {name!r}, which assignment.toml lists among the names")

    def lines_of(self, node: ast.stmt) -> tuple[int, int]:
        """First and last line of a statement, decorators included (1-based, inclusive)."""
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        return first, node.end_lineno or node.lineno

    def segment(self, node: ast.stmt) -> str:
        first, last = self.lines_of(node)
        return "\n".join(self.text.splitlines()[first - 1 : last])

    def imports(self) -> list[ast.Import | ast.ImportFrom]:
        return [n for n in self.tree.body if isinstance(n, (ast.Import, ast.ImportFrom))]

    def outputs(self, name: str) -> list[str]:
        """Names of the outputs of a function, from its last `return a, b`; "" where it is not a plain name."""
        node = self.definition(name)
        returns = [n for n in ast.walk(node) if isinstance(n, ast.Return) and n.value is not None]
        if not returns:
            return []
        value = returns[-1].value
        parts = value.elts if isinstance(value, ast.Tuple) else [value]
        return [p.id if isinstance(p, ast.Name) else "" for p in parts]

    def parameters(self, name: str) -> list[str]:
        """Names of a function's parameters, in order; of a class: none."""
        node = self.definition(name)
        if isinstance(node, ast.ClassDef):
            return []
        return [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]

    def always_returns(self, name: str) -> bool:
        """Whether a function gives something back in every case, so that None shows that a `return` is missing."""
        node = self.definition(name)
        if isinstance(node, ast.ClassDef):
            return False
        noted = [] if node.returns is None else [ast.unparse(node.returns)]
        if any(word in text for text in noted for word in ("None", "Optional")):
            return False
        returns = [n.value for n in ast.walk(node) if isinstance(n, ast.Return)]
        return bool(returns) and not any(v is None or (isinstance(v, ast.Constant) and v.value is None) for v in returns)

    def opaque_positions(self, name: str, opaque: list[str]) -> list[int]:
        """Which positions of the returned tuple are to stay in the worker."""
        node = self.definition(name)
        if isinstance(node, ast.ClassDef):
            return []
        return [i for i, output in enumerate(self.outputs(name)) if output in opaque]


def read_module(reference: Path, module: str) -> ModuleSource:
    """A concept's solution, from the folder of its assignment's solutions."""
    path = reference / f"{module}.py"
    try:
        return ModuleSource(path, path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(f"{path} is missing: exercise module {module!r} has no reference") from None


def partners(assignment: Assignment, exercise: Exercise) -> list[Exercise]:
    """The needed exercises that a test of this one may call: the forward that makes the cache which it is handed.

    Everything else that an exercise needs is a convenience that its code may do without, so no test may ask for it.
    """
    found = []
    for need in (assignment.get(name) for name in exercise.needs):
        if need.module == exercise.module:
            source = read_module(assignment.reference, need.module)
            made = {o for name in need.names for o in source.outputs(name) if o in need.opaque}
            if any(made & set(source.parameters(name)) for name in exercise.names):
                found.append(need)
    return found


def is_reference_import(node: ast.stmt) -> bool:
    """`from reference.topic.other import name`: in a notebook that name stands in an earlier cell."""
    return isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "reference"


def imported_concept(source: ModuleSource, node: ast.ImportFrom) -> str:
    """`other` of `from reference.topic.other import name`. Solutions of another assignment are out of reach."""
    topic = source.path.parent.name
    parts = (node.module or "").split(".")
    if len(parts) != 3 or parts[1] != topic:
        raise UserError(
            f"{source.path}:{node.lineno}: imports {node.module}; a reference may import only others of its own "
            f"assignment (reference.{topic}.*). What an assignment needs of an earlier one belongs in its given/"
        )
    return parts[2]


def solution_text(reference: Path, exercises: list[Exercise], edited: Mapping[str, str] = MappingProxyType({})) -> str:
    """A complete submission as one .py text, references one after the other; `edited`: module -> another text of it."""
    parts = []
    for module in dict.fromkeys(e.module for e in exercises):
        source = read_module(reference, module)
        if module in edited:
            source = ModuleSource(source.path, edited[module])
        left_out = (is_reference_import, _docstring, _is_future)
        kept = [source.segment(node) for node in source.tree.body if not any(is_it(node) for is_it in left_out)]
        parts.append("\n\n".join(kept))
    return "\n\n\n".join(["from __future__ import annotations", *parts]) + "\n"


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
