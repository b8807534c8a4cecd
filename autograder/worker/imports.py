"""Import statements of a submission. What its runtime has is imported; what it lacks is told apart from a mistake.

In the jail the files of other packages cannot be read: that is what holds. This module gives the student's code something to
mention, and the right words where it is used (`worker.absent`). It works in a student's own process too, where everything is
installed, so that a check there asks what grading asks.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import importlib.machinery
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from autograder.jail.packages import AUTODIFF, DUMMIES, Runtime, in_runtime
from autograder.worker.missing_packages import AbsentModule, DummyModule, Forbidden, NotInGrading

CATCHES = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
# Parts of an installed package that show something.
DUMMY_PARTS = ("torch.utils.tensorboard",)


class RuntimeFinder(importlib.machinery.PathFinder):
    """Finds only the installed packages of a runtime, whoever asks."""

    runtime: Runtime = "numpy"

    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:  # type: ignore[override]
        found = super().find_spec(fullname, path, target)
        ours = path is not None or fullname == "autograder" or in_runtime(fullname, cls.runtime)
        return None if found is not None and not ours and _is_installed(found) else found

    @classmethod
    def install(cls, runtime: Runtime) -> None:
        cls.runtime = runtime
        sys.meta_path[:] = [cls if f is importlib.machinery.PathFinder else f for f in sys.meta_path]


def _is_installed(spec: importlib.machinery.ModuleSpec) -> bool:
    places = [spec.origin or "", *(spec.submodule_search_locations or ())]
    return any(folder in place for place in places for folder in ("site-packages", "dist-packages"))


class StudentImports:
    """`__import__` for one submission.

    `own(module)`: whether it comes with the hand-in or the course. `source_at(label, line)`: the source that holds a line, and
    the line it starts in.
    """

    def __init__(self, runtime: Runtime, own: Callable[[str], bool], source_at: Callable[[str, int], tuple[str, int]]) -> None:
        self.runtime, self.own, self.source_at = runtime, own, source_at
        self.builtins = types.ModuleType("builtins")  # a module, as the main program has it
        self.builtins.__dict__.update(vars(builtins), __import__=self)
        self.absent: dict[str, types.ModuleType] = {}

    def __call__(
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        if level or self._has(name):
            try:
                return self._ours(builtins.__import__(name, globals, locals, fromlist or (), level))
            except ModuleNotFoundError as missing:  # of the runtime, and not installed here
                if level or self.own(name) or missing.name != _root(name):
                    raise
        asking = sys._getframe(1)
        if self._is_guarded(asking.f_code.co_filename, asking.f_lineno):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        found = self._absent(name)
        return found if fromlist else self._absent(_root(name))

    def _has(self, name: str) -> bool:
        return not name.startswith(DUMMY_PARTS) and (self.own(name) or in_runtime(name, self.runtime))

    def _ours(self, module: types.ModuleType) -> types.ModuleType:
        """`importlib.import_module` is an import like any other."""
        if module is not importlib:
            return module
        ours = types.ModuleType("importlib")
        ours.__dict__.update(vars(importlib), import_module=self._import_module)
        return ours

    def _import_module(self, name: str, package: str | None = None) -> Any:
        if name.startswith(".") or self._has(name):
            return importlib.import_module(name, package)
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    def _absent(self, name: str) -> types.ModuleType:
        if name not in self.absent:
            dummy = _root(name) in DUMMIES or name.startswith(DUMMY_PARTS)
            self.absent[name] = DummyModule(name) if dummy else AbsentModule(name, self._refusal(_root(name)))
        return self.absent[name]

    def _refusal(self, root: str) -> Callable[[str], Exception]:
        if root in AUTODIFF and self.runtime == "numpy":
            return Forbidden
        return lambda dotted: NotInGrading(root)

    def _is_guarded(self, label: str, line: int) -> bool:
        """Whether the import stands where its failure is expected: `try: import torch`, `except ImportError: ...`."""
        source, first = self.source_at(label, line)
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            return False
        inside = line - first + 1
        return any(_expects_failure(node) and _holds(node.body, inside) for node in ast.walk(tree))  # type: ignore[attr-defined]


def _root(name: str) -> str:
    return name.partition(".")[0]


def _holds(body: list[ast.stmt], line: int) -> bool:
    return any(each.lineno <= line <= (each.end_lineno or each.lineno) for each in body)


def _expects_failure(node: ast.AST) -> bool:
    if isinstance(node, ast.Try):
        return any(handler.type is None or CATCHES & _words(handler.type) for handler in node.handlers)
    if isinstance(node, ast.With):
        return any("suppress" in _words(item.context_expr) and CATCHES & _words(item.context_expr) for item in node.items)
    return False


def _words(tree: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} | {
        n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)
    }
