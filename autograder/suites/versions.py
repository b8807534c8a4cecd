"""Right and wrong versions of an exercise, for exercises in which the student writes the test (`kind = "mutants"`).

A version is the course's secret, so it stays here: the student's test runs where student code runs, and reaches it by
call-back only. It cannot learn which version it has except by calling it: the order is drawn, and each time the test starts in
a fresh process.

    def test_notices_weights_outside_the_mask(student, versions, rng):
        versions.check(student.test_masked_softmax, rng, "after-softmax", "zero-score")
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

from autograder.checks.failure import CheckFailed
from autograder.course import Assignment, Exercise
from autograder.course.mistakes import apply_mistake, load_mistakes
from autograder.course.source import ModuleSource, read_module
from autograder.errors import UserError
from autograder.suites.student import Function, is_loaded, start_over
from autograder.suites.student_error import StudentError
from autograder.suites.trusted import trusted_session

RIGHT_ROUNDS, WRONG_ROUNDS = 12, 4
"""How often a test is asked about right versions (all together), and about each wrong one: who answers at random, with any
odds, gets through once in 8,000 times."""
MOST_CALLS = 2_000
"""Calls of a version in one run of a test."""
MUTANT = "mutant: "
"""What the name of a generated mutant begins with."""
NOT_A_VERDICT = ("NotImplementedError", "NotDefined", "NotCallable", "Forbidden", "MemoryError", "TooLarge")
"""Kinds of exceptions by which a test says nothing of the version: it is not written yet, or may not do what it does."""

_each_once = ContextVar("each_once", default=False)


@contextmanager
def each_version_once(on: bool = True) -> Iterator[None]:
    """Meanwhile a test is asked about each version once: enough for trusted code, which does not answer at random to get by."""
    token = _each_once.set(on)
    try:
        yield
    finally:
        _each_once.reset(token)


Through = Callable[..., Any]
"""(the version's module, arguments of the student's call) -> the answer."""


def right_texts(source: ModuleSource, assignment: Assignment, exercise: Exercise) -> dict[str, str]:
    """The alternatives of an exercise, each as a whole module."""
    found = {}
    for path in assignment.concept(exercise.module).alternatives:
        text = path.read_text(encoding="utf-8")
        if any(f"def {name}(" in text or f"class {name}" in text for name in exercise.names):
            found[path.stem] = f"{source.text}\n\n{text}"
    return found


@dataclass
class Versions:
    """Of one exercise: the reference and its alternatives, its mistakes and mutants."""

    assignment: Assignment
    exercise: Exercise
    _loaded: dict[str, SimpleNamespace] = field(default_factory=dict)
    _texts: dict[str, str] = field(default_factory=dict)
    _right: list[str] = field(default_factory=list)

    @property
    def right(self) -> list[str]:
        source = self._source
        if not self._texts:
            self._texts = {"reference": source.text, **right_texts(source, self.assignment, self.exercise)}
            mistakes = load_mistakes(self.assignment, self.exercise)
            self._texts |= {_bare(m.id): apply_mistake(source, self.exercise, m) for m in mistakes}
            self._right = [name for name in self._texts if name not in {_bare(m.id) for m in mistakes}]
        return self._right

    @property
    def wrong(self) -> list[str]:
        """The listed mistakes; mutants are there for whoever asks for one."""
        right = self.right
        return [name for name in self._texts if name not in right]

    def check(self, test: Function, rng: np.random.Generator, *wrong: str, through: Through | None = None) -> None:
        """The test accepts every right version, and refuses these wrong ones, each time that it is asked."""
        right = self.right
        about_right, about_wrong = (1, 1) if _each_once.get() else (math.ceil(RIGHT_ROUNDS / len(right)), WRONG_ROUNDS)
        rounds = [(name, True) for name in right] * about_right
        rounds += [(self._known(name), False) for name in wrong] * about_wrong
        escaped = set()
        for place in rng.permutation(len(rounds)):
            name, is_right = rounds[place]
            accepted = self._accepts(test, name, is_right, through)
            if is_right and not accepted:
                raise CheckFailed("your test refuses an implementation that is right, so nothing that it refuses counts")
            if accepted and not is_right:
                escaped.add(name)
        if escaped:
            count = f"{len(escaped)} of {len(wrong)} wrong implementations" if len(wrong) > 1 else "a wrong implementation"
            raise CheckFailed(f"your test accepts {count} of this kind")

    def _accepts(self, test: Function, name: str, is_right: bool, through: Through | None) -> bool:
        version = _Watched(self._module(name), through or _called_by_name(self.exercise))
        start_over(test)
        failure: StudentError | None = None
        verdict: Any = False
        try:
            verdict = test(version)
        except StudentError as error:
            failure = error
        if version.calls > MOST_CALLS:
            raise CheckFailed(f"your test calls the implementation more than {MOST_CALLS:,} times; a few calls are enough")
        if failure is not None and (failure.kind in NOT_A_VERDICT or not is_loaded(test)):
            raise failure
        if failure is not None and is_right and failure.kind != "AssertionError":
            raise CheckFailed(f"your test fails on an implementation that is right: {failure.finding.text}")
        return _as_bool(verdict)

    def _known(self, name: str) -> str:
        if self.right and name in self._texts:
            return name
        if name.startswith(MUTANT):
            from autograder.mutation.mutants import generate  # only here: libcst takes long to import

            for mutant in generate(self._source, list(self.exercise.names)):
                self._texts.setdefault(MUTANT + mutant.id, mutant.text)
            if name in self._texts:
                return name
        raise UserError(
            f"{self.assignment.name}: {self.exercise.id} has no wrong version {name!r}; it has: {', '.join(self.wrong)}, "
            f"and generated ones that begin with {MUTANT!r}"
        )

    @property
    def _source(self) -> ModuleSource:
        return read_module(self.assignment.reference, self.exercise.module)

    def _module(self, name: str) -> SimpleNamespace:
        if name not in self._loaded:
            given = {path.stem: path.read_text(encoding="utf-8") for path in self.assignment.given}
            self._loaded[name] = SimpleNamespace(**trusted_session(self._texts[name], given).namespace)
        return self._loaded[name]


class _Watched:
    """A version as the student's test sees it: a function, whose changes of its arguments are seen as well."""

    changes_arguments = True

    def __init__(self, module: SimpleNamespace, through: Through) -> None:
        self.module, self.through, self.calls = module, through, 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise RuntimeError("too many calls")
        with np.errstate(all="ignore"):
            return self.through(self.module, *args, **kwargs)


def _called_by_name(exercise: Exercise) -> Through:
    return lambda module, *args, **kwargs: getattr(module, exercise.names[0])(*args, **kwargs)


def accepts(test: Callable[[Any], Any], implementation: Callable[..., Any]) -> bool:
    """Whether a student's test takes this implementation for a right one: for public checks, whose versions may be seen."""
    try:
        return _as_bool(test(implementation))
    except StudentError as error:
        if error.kind != "AssertionError":
            raise
        return False


def _as_bool(verdict: Any) -> bool:
    """True, False, or nothing from a test that asserts; numbers and arrays of one entry as Python takes them."""
    if verdict is None:
        return True
    if isinstance(verdict, (bool, int, float, np.bool_, np.number)) or getattr(verdict, "shape", None) == ():
        return bool(verdict)
    raise CheckFailed("your test must return True or False, or raise AssertionError; it returned something else")


def _bare(mistake: str) -> str:
    return mistake.partition("/")[2]


def load_versions(assignment: Assignment, exercise: Exercise) -> Versions | None:
    """Those that the test of a `kind = "mutants"` exercise is about."""
    return Versions(assignment, assignment.get(exercise.target)) if exercise.kind == "mutants" else None


__all__ = ["Versions", "each_version_once", "load_versions", "right_texts"]
