"""From outcomes to points: what passed tests are worth, given what else passed.

The tests of an exercise are of three kinds:

- a *definition* asks for the thing itself: it compares with the reference or with known values, checks gradients,
  or measures what was trained;
- a *property* follows from the definition, and other things may have it too;
- a *guard* is a test that an empty answer passes: "the input is left alone", "a wrong shape raises ValueError".

Where a definition passes, everything that passed counts. Where none does, guards earn nothing, and properties at most a
third of the points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from autograder.checks.slip import judged_by
from autograder.checks.verdict_only import brief
from autograder.course.model import Exercise
from autograder.course.secret import seed_for
from autograder.course.source import read_module
from autograder.grading.results import TestResult
from autograder.stand_ins import empty_pairs, invented, lazy, stateful
from autograder.suites.definition import is_definition
from autograder.suites.plugin import SuiteTest
from autograder.suites.transport import LocalTransport
from autograder.suites.trusted import trusted_session

if TYPE_CHECKING:
    from autograder.grading.submission import Grading

MOST_FROM_PROPERTIES = 1 / 3
PARTIAL = (
    "No test that compares your results with the definition itself passes. So what does pass is partial credit: "
    "at most a third of the points, and nothing for tests that an empty answer passes as well"
)


@dataclass
class Scoring:
    """The rule for one exercise."""

    grading: Grading
    exercise: Exercise
    _guards: dict[str, bool] = field(default_factory=dict)

    def apply(self, results: Sequence[TestResult]) -> str:
        """Takes back what the tests did not earn together; says so to the student, or nothing."""
        passed = [t for t in results if t.passed]
        if not passed or len(passed) == len(results):
            return ""
        if self.is_evident(t.id for t in results if t.passed or t.answered):
            return ""
        for t in passed:
            t.earned = 0.0 if self.is_guard(t.id) else t.earned
        earned, most = sum(t.earned for t in passed), MOST_FROM_PROPERTIES * sum(t.possible for t in results)
        for t in passed:
            t.earned *= min(1.0, most / earned) if earned else 0.0
        return PARTIAL

    def is_evident(self, passed: Iterable[str]) -> bool:
        """Whether one of these tests shows that the thing itself is there. Where none is meant to, any but a guard does."""
        defining = {t.id for t in self.tests if is_definition(t.item)} or {t.id for t in self.tests}
        return any(test in defining and not self.is_guard(test) for test in passed)

    @property
    def tests(self) -> list[SuiteTest]:
        return self.grading.runner.of(self.exercise.id)

    def is_guard(self, test_id: str) -> bool:
        """Whether an answer that is none passes this test, too. Found out once, and only when it matters."""
        if test_id not in self._guards:
            test = next(t for t in self.tests if t.id == test_id)
            self._guards[test_id] = any(self._passes(label, test) for label in self._stand_ins)
        return self._guards[test_id]

    @cached_property
    def _stand_ins(self) -> dict[str, str]:
        plan, e = self.grading.plan, self.exercise
        source = read_module(plan.assignment.reference, e.module)
        found = lazy(source, e) | stateful(source, e)
        return found | empty_pairs(source, plan.assignment, e) | invented(source, plan.assignment, e)

    def _passes(self, label: str, test: SuiteTest) -> bool:
        session = trusted_session(self._stand_ins[label], self.grading.plan.given)  # a new one: some remember
        seed = seed_for(self.grading.plan.secret, self.grading.plan.versions[self.exercise.id], "stand-in", test.id)
        with brief(), judged_by(lambda forward: False):
            return self.grading.examiner(self.exercise).run(test, LocalTransport(session), seed).passed
