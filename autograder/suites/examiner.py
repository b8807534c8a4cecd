"""One test on some code: the only way a suite is run, in grading, diagnosis, audit, replay and a student's own checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from autograder.checks.finding import Finding
from autograder.checks.show import take_shown
from autograder.checks.tolerance import answers_from
from autograder.suites.outcome import Judgement, Outcome
from autograder.suites.plugin import Bench, SuiteTest
from autograder.suites.reference import Reference
from autograder.suites.runner import SuiteRunner
from autograder.suites.student import Call, Student, begin_test, function_name
from autograder.suites.student_error import StudentError, Surface
from autograder.suites.transport import Transport
from autograder.suites.versions import Versions


@dataclass(frozen=True)
class TestRun:
    """One test of some code, with all that was exchanged."""

    __test__ = False

    test: SuiteTest
    seed: int
    judgement: Judgement
    calls: list[Call] = field(repr=False)
    shown: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """Pictures that the suite made of this test."""
    followed: bool = False
    """Whether a backward was held against a wrong forward of the same exercise."""

    @property
    def outcome(self) -> Outcome:
        return self.judgement.outcome

    @property
    def passed(self) -> bool:
        return self.judgement.passed

    @property
    def is_replayable(self) -> bool:
        """A wrong answer can be compared with a known mistake; an unwritten one, or a lost worker, cannot."""
        failure = self.judgement.failure
        unwritten = isinstance(failure, StudentError) and failure.kind in (
            "NotImplementedError",
            "NotDefined",
        )
        return self.outcome in (Outcome.FAILED, Outcome.ERROR) and not unwritten and bool(self.calls)


def _about_none(judgement: Judgement, calls: Sequence[Call], surface: Surface) -> Judgement:
    """Whatever else a failed test makes of it: a function that gave nothing back lacks a `return`."""
    if judgement.outcome is not Outcome.FAILED:
        return judgement
    for call in calls:
        name = function_name(call)
        if name in surface.must_return and isinstance(call.result, dict) and call.result.get("result", call) is None:
            return replace(judgement, finding=Finding(f"{name} returned None: is a `return` missing?"))
    return judgement


def nothing_meanwhile(student: Student) -> AbstractContextManager[Any]:
    return nullcontext()


@dataclass(frozen=True)
class Examiner:
    """Runs tests of one exercise on code that a transport reaches."""

    runner: SuiteRunner
    surface: Surface
    reference: Callable[[], Reference | None] = lambda: None
    """Makes the reference that a test may ask for; public checks have none."""
    seed_there: Callable[[int], int] = lambda seed: seed
    """The seed of the random state where the code runs, from that of the test."""
    device: str = "cpu"
    size: Mapping[str, int | float | str] = field(default_factory=dict)
    versions: Callable[[], Versions | None] = lambda: None
    """Makes what the student's own test is tried on, where the exercise is to write one."""

    def run(
        self,
        test: SuiteTest,
        transport: Transport,
        seed: int,
        meanwhile: Callable[[Student], AbstractContextManager[Any]] = nothing_meanwhile,
    ) -> TestRun:
        """`meanwhile` is entered around the test, with the student's code at hand."""
        student = Student(transport, self.surface)
        begin_test(student, self.seed_there(seed))
        bench = Bench(student, self.reference(), seed, self.device, self.size, self.versions())
        with meanwhile(student), answers_from(self.device):
            judgement = _about_none(self.runner.run(test, bench), student.calls, self.surface)
        return TestRun(test, seed, judgement, student.calls, take_shown())
