"""The reference, imported by the trusted side only, and the version of all that decides a score."""

from __future__ import annotations

import ast
import hashlib
import importlib
import sys
from pathlib import Path
from typing import Any

from autograder import __version__
from autograder.course import Assignment, Course, Exercise
from autograder.course.source import is_reference_import, read_module
from autograder.errors import UserError
from autograder.suites.student import Call, holds_object


class Reference:
    """`reference.batchnorm_forward`: names of the exercise's module and of those it needs."""

    def __init__(self, modules: list[Any]) -> None:
        self._modules = modules
        self.calls: list[Call] = []

    def fresh(self) -> Reference:
        """The same modules with an empty record: one for each test."""
        return Reference(self._modules)

    def __getattr__(self, name: str) -> Any:
        for module in self._modules:
            if hasattr(module, name):
                found = getattr(module, name)
                return (
                    self._recorded(name, found) if callable(found) and not isinstance(found, type) else found
                )
        raise AttributeError(
            f"the reference has no {name!r} in {', '.join(m.__name__ for m in self._modules)}"
        )

    def _recorded(self, name: str, function: Any) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            if any(map(holds_object, (*args, *kwargs.values()))):
                raise TypeError(
                    f"{name} of the reference got an object of the student's, which would see how it is used"
                )
            record = Call("call", name, {"args": list(args), "kwargs": kwargs})
            self.calls.append(record)
            result = function(*args, **kwargs)
            record.result = {"result": result}
            return result

        call.__name__ = name
        return call


def load_reference(course: Course, assignment: Assignment, exercise: Exercise) -> Reference:
    stems = [exercise.module, *(assignment.get(need).module for need in exercise.needs)]
    _make_importable(course)
    modules = []
    for stem in dict.fromkeys(stems):
        read_module(course.reference, stem)  # a missing file is said plainly
        try:
            modules.append(importlib.import_module(f"reference.{stem}"))
        except Exception as error:
            raise UserError(
                f"{course.reference / stem}.py cannot be imported: {type(error).__name__}: {error}"
            ) from None
    return Reference(modules)


def _make_importable(course: Course) -> None:
    """`reference` is the package of this course, also where another course's was imported before."""
    package = sys.modules.get("reference")
    if package is not None and list(getattr(package, "__path__", ()))[:1] != [str(course.reference)]:
        for name in [n for n in sys.modules if n.split(".")[0] == "reference"]:
            del sys.modules[name]
    if sys.path[0] != str(course.root):
        sys.path.insert(0, str(course.root))


def suite_version(course: Course, assignment: Assignment, exercise: Exercise) -> str:
    """Changes with whatever can change this exercise's result: suite, reference, given code, budgets, gradmark itself."""
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(suite_parts(course, assignment, exercise)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    settings = exercise.model_dump(exclude={"points", "title", "notes"})
    digest.update(repr(sorted(settings.items())).encode())
    return digest.hexdigest()[:16]


def suite_parts(course: Course, assignment: Assignment, exercise: Exercise) -> set[Path]:
    hidden = assignment.folder / "hidden"
    parts = {hidden / f"test_{exercise.module}.py", *assignment.folder.glob("given/*.py")}
    parts |= {p for p in hidden.glob("*.py") if not p.name.startswith("test_")}
    waiting = [exercise.module, *(assignment.get(need).module for need in exercise.needs)]
    while waiting:
        source = read_module(course.reference, waiting.pop())
        if source.path not in parts:
            parts.add(source.path)
            waiting += [stem for node in source.imports() if (stem := _reference_stem(node))]
    missing = [p for p in parts if not p.exists()]
    if missing:
        raise UserError(f"{missing[0]} is missing: exercise {exercise.id!r} has no hidden suite")
    return parts


def _reference_stem(node: ast.stmt) -> str | None:
    """The module behind `from reference.other import name`."""
    if isinstance(node, ast.ImportFrom) and is_reference_import(node):
        return (node.module or "").partition(".")[2] or None
    return None
