"""Which top-level definitions and imports of a reference module a piece of its code still needs."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from autograder.course.source import ModuleSource, imported_concept, is_reference_import

Import = ast.Import | ast.ImportFrom


def names_used(code: str | ast.AST) -> set[str]:
    """Every name the code reads, names inside string annotations included."""
    tree = ast.parse(code) if isinstance(code, str) else code
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    for text in _annotation_strings(tree):
        try:
            found |= {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
        except SyntaxError:
            continue  # the dimensions of a jaxtyping shape, such as "batch features"
    return found


def _annotation_strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            for part in ast.walk(annotation) if isinstance(annotation, ast.AST) else ():
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def bound_names(node: ast.stmt) -> list[str]:
    """The names a top-level statement defines (imports are listed by `import_lines`)."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [n.id for target in node.targets for n in ast.walk(target) if isinstance(n, ast.Name)]
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target.id]
    return []


def definitions(source: ModuleSource) -> dict[str, ast.stmt]:
    """Top-level name -> the statement that defines it (the last one wins, as in Python)."""
    return {name: node for node in source.tree.body for name in bound_names(node)}


def imports_of(source: ModuleSource) -> list[Import]:
    """The module's imports, those under `if TYPE_CHECKING:` and in a top-level `try` among them."""
    found: list[Import] = []
    for node in source.tree.body:
        inner = node.body if isinstance(node, (ast.If, ast.Try)) else [node]
        found += [n for n in inner if isinstance(n, (ast.Import, ast.ImportFrom))]
    return found


def reference_imports(source: ModuleSource) -> dict[str, tuple[str, str]]:
    """Name here -> (module stem, name there), for each `from reference.topic.other import name`."""
    found: dict[str, tuple[str, str]] = {}
    for node in imports_of(source):
        if is_reference_import(node) and isinstance(node, ast.ImportFrom):
            stem = imported_concept(source, node)
            found |= {a.asname or a.name: (stem, a.name) for a in node.names}
    return found


def import_lines(source: ModuleSource, needed: set[str]) -> list[str]:
    """One-name import lines for the needed names; never of reference/ and never `__future__`."""
    lines = []
    for node in imports_of(source):
        if is_reference_import(node) or (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            continue
        for alias in node.names:
            bound = alias.asname or alias.name.split(".")[0]
            if bound in needed:
                suffix = f" as {alias.asname}" if alias.asname else ""
                start = "import" if isinstance(node, ast.Import) else f"from {node.module} import"
                lines.append(f"{start} {alias.name}{suffix}")
    return lines


def merge_imports(lines: Iterable[str]) -> list[str]:
    """Duplicates out, names of one module on one line, the standard library first."""
    import sys

    plain: set[str] = set()
    by_module: dict[str, set[str]] = {}
    for line in lines:
        if line.startswith("import "):
            plain.add(line)
        else:
            module, _, name = line.removeprefix("from ").partition(" import ")
            by_module.setdefault(module, set()).add(name)
    joined = [f"from {module} import {', '.join(sorted(names))}" for module, names in by_module.items()]
    every = sorted(plain) + sorted(joined)
    standard = [line for line in every if line.split()[1].split(".")[0] in sys.stdlib_module_names]
    return standard + [line for line in every if line not in standard]
