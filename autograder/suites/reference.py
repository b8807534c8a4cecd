"""The reference, imported by the trusted side only, and the version of all that decides a score."""

from __future__ import annotations

import ast
import hashlib
import importlib
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from autograder import __version__
from autograder.course import Assignment, Course, Exercise
from autograder.course.concept import digest_of
from autograder.course.source import ModuleSource, imported_concept, is_reference_import, read_module
from autograder.errors import UserError
from autograder.suites.student import Call, holds_object
from autograder.suites.trusted import offer_given

WORDS = ("points", "title", "notes", "difficulty", "minutes")
"""What a record says to people: it changes no answer of a suite."""
LATER: dict[str, Any] = {"device": "cpu", "kind": "code", "target": "", "values": {}}
"""Fields that came later, with what is usual."""


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
                return self._recorded(name, found) if callable(found) and not isinstance(found, type) else found
        raise AttributeError(f"the reference has no {name!r} in {', '.join(m.__name__ for m in self._modules)}")

    def _recorded(self, name: str, function: Any) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            if any(map(holds_object, (*args, *kwargs.values()))):
                raise TypeError(f"{name} of the reference got an object of the student's, which would see how it is used")
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
    offer_given({path.stem: path.read_text(encoding="utf-8") for path in assignment.given})
    modules = []
    for stem in dict.fromkeys(stems):
        source = read_module(assignment.reference, stem)  # a missing file is said plainly
        try:
            modules.append(importlib.import_module(f"reference.{assignment.topic}.{stem}"))
        except Exception as error:
            raise UserError(f"{source.path} cannot be imported: {type(error).__name__}: {error}") from None
    return Reference(modules)


def _make_importable(course: Course) -> None:
    """`reference` is the package of this course, also where another course's was imported before."""
    package = sys.modules.get("reference")
    if package is not None and list(getattr(package, "__path__", ()))[:1] != [str(course.reference)]:
        for name in [n for n in sys.modules if n.split(".")[0] == "reference"]:
            del sys.modules[name]
    if sys.path[0] != str(course.root):
        sys.path.insert(0, str(course.root))


def suite_version(assignment: Assignment, exercise: Exercise) -> str:
    """Changes with whatever can change this exercise's result: suite, reference, given code, budgets, gradmark itself."""
    settings = settings_of(exercise)
    parts = [
        __version__,
        digest_of(suite_parts(assignment, exercise).items()),
        repr(sorted(settings.items())),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def settings_of(exercise: Exercise) -> dict[str, Any]:
    """What its record says that can change a result. A later field is left out where it is the usual, so proofs stay valid."""
    usual = {name for name in LATER if getattr(exercise, name) == LATER[name]}
    return exercise.model_dump(exclude={*WORDS, "sizes", *usual})


def suite_parts(assignment: Assignment, exercise: Exercise) -> dict[str, Path]:
    """Role -> file of all that runs or is read when this exercise is graded: suite, given code, the references behind it,
    data files."""
    concept = assignment.concept(exercise.module)
    if not concept.hidden.is_file():
        raise UserError(f"{concept.hidden} is missing: exercise {exercise.id!r} has no hidden suite")
    parts = {f"given {path.stem}": path for path in assignment.given}
    parts |= {role: p for role, p in concept.parts().items() if role.split()[0] in ("hidden", "support")}
    if exercise.is_test:  # the versions that the student's test is tried on
        target = assignment.concept(assignment.get(exercise.target).module)
        tested = {role: p for role, p in target.parts().items() if role.split()[0] in ("mistakes", "alternative")}
        parts |= {f"target {role}": p for role, p in tested.items()}
    related = [*exercise.needs, *([exercise.target] if exercise.is_test else [])]
    waiting = [exercise.module, *(assignment.get(name).module for name in related)]
    while waiting:
        name = waiting.pop()
        if f"reference {name}" in parts:
            continue
        source = read_module(assignment.reference, name)
        parts[f"reference {name}"] = source.path
        waiting += [imported_concept(source, node) for node in _reference_imports(source)]
    return parts | _data_read_by(assignment, parts.values())


def _data_read_by(assignment: Assignment, code: Iterable[Path]) -> dict[str, Path]:
    """The students' data files that this code names: a bundle needs them, and a proof depends on them."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in code if path.suffix == ".py")
    folder = assignment.folder / "data"
    files = {p.relative_to(folder).as_posix(): p for p in sorted(folder.rglob("*")) if p.is_file() and p.suffix != ".py"}
    return {f"data {name}": path for name, path in files.items() if name in text}


def _reference_imports(source: ModuleSource) -> list[ast.ImportFrom]:
    return [n for n in source.imports() if isinstance(n, ast.ImportFrom) and is_reference_import(n)]
