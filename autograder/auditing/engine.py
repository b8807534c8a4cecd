"""The digest of the engine: of all code of ours that may decide a verdict. Whole packages, so that no list can be forgotten."""

from __future__ import annotations

import ast
import hashlib
from functools import lru_cache
from pathlib import Path

PACKAGES = ("auditing", "checks", "course", "grading", "intake", "mutation", "stand_ins", "suites", "worker")


@lru_cache
def engine_digest() -> str:
    """Of the code alone: docstrings, comments and layout change no verdict."""
    return digest_of(Path(__file__).resolve().parents[1], PACKAGES)


@lru_cache
def edits_digest() -> str:
    """Of the mutant generator: other edits make other mutants."""
    return digest_of(Path(__file__).resolve().parents[1], ("mutation",))


def digest_of(root: Path, packages: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for path in sorted(p for package in packages for p in (root / package).rglob("*.py")):
        code = without_words(ast.parse(path.read_text(encoding="utf-8")))
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + code.encode() + b"\0")
    return digest.hexdigest()[:16]


def without_words(tree: ast.AST) -> str:
    class Silent(ast.NodeTransformer):
        def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
            is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
            return None if is_text else node

    return ast.dump(Silent().visit(tree))
