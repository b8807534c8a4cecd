"""From failures to sentences that help: the property, the place, and the mistake it looks like.

The failed tests of an exercise are replayed, same seeds and inputs, with each listed mistake in the student's place
(trusted code, in this process). A mistake whose answers agree in all of them explains the exercise; where several
do, those that would also have failed what the student passed are out; what is still undecided gets no hint.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autograder.course.mistakes import Mistake, apply_mistake, load_mistakes
from autograder.course.model import Exercise
from autograder.course.source import read_module
from autograder.grading.agree import same_calls
from autograder.grading.plugin import Bench, SuiteTest
from autograder.grading.runner import Outcome
from autograder.grading.student import Call, Student, StudentError
from autograder.grading.transport import LocalTransport
from autograder.worker.session import Session

if TYPE_CHECKING:
    from autograder.grading.grade import Grading

LEVELS = ("none", "property", "location", "mistake")
MOST_REPLAYED = 5
"""Failed tests that are replayed; more would not tell more."""


@dataclass(frozen=True)
class TestRun:
    """One test of a submission, with all that was exchanged."""

    __test__ = False

    test: SuiteTest
    seed: int
    outcome: Outcome
    calls: list[Call] = field(repr=False)

    @classmethod
    def of(cls, test: SuiteTest, bench: Bench, outcome: Outcome) -> TestRun:
        return cls(test, bench.seed, outcome, bench.student.calls)

    @property
    def is_replayable(self) -> bool:
        """A wrong answer can be compared with a known mistake; an unwritten one, or a lost worker, cannot."""
        failure = self.outcome.failure
        unwritten = isinstance(failure, StudentError) and failure.kind in (
            "NotImplementedError",
            "NotDefined",
        )
        return self.outcome.outcome in ("failed", "error") and not unwritten and bool(self.calls)


@dataclass(frozen=True)
class Told:
    """What a failed test says to the student."""

    message: str = ""
    reason: str = ""
    mistake: str | None = None
    hint: str = ""


@dataclass
class Diagnosis:
    grading: Grading
    exercise: Exercise
    _mistakes: list[tuple[Mistake, str]] | None = None
    _sessions: dict[str, Session] = field(default_factory=dict)

    def explain(self, runs: list[TestRun]) -> list[Told]:
        level = LEVELS.index(self.grading.plan.hints)
        matched = self.match(runs) if level >= 3 else {}
        return [self._told(run, level, matched.get(run.test.id)) for run in runs]

    def _told(self, run: TestRun, level: int, mistake: Mistake | None) -> Told:
        if run.outcome.outcome == "passed" or level == 0:
            return Told()
        reason = run.outcome.public if level >= 2 else ""
        message = f"{run.test.title.rstrip('.')}: {reason}" if reason else run.test.title
        return Told(message, reason, mistake.id if mistake else None, mistake.hint if mistake else "")

    # --- matching ----------------------------------------------------------------------------------------------

    def match(self, runs: list[TestRun]) -> dict[str, Mistake]:
        """Test id -> the listed mistake that its failure shows."""
        failed = [r for r in runs if r.is_replayable][:MOST_REPLAYED]
        if self.exercise.training or not failed:
            return {}
        agreeing = {m.id: [r for r in failed if self._behaves_like(m, text, r)] for m, text in self._listed()}
        whole = [(m, text) for m, text in self._listed() if len(agreeing[m.id]) == len(failed)]
        if len(_distinct([m for m, _ in whole])) > 1:
            passed = [r for r in runs if r.outcome.outcome == "passed"]
            whole = [(m, text) for m, text in whole if all(self._passes(m, text, r) for r in passed)]
        if len(_distinct([m for m, _ in whole])) == 1:
            return {r.test.id: whole[0][0] for r in runs if r.is_replayable}
        if whole:
            return {}
        found = {}
        for r in failed:  # several mistakes at once: each test may still show one of them
            own = [m for m, _ in self._listed() if r in agreeing[m.id]]
            if len(_distinct(own)) == 1:
                found[r.test.id] = own[0]
        return found

    def _listed(self) -> list[tuple[Mistake, str]]:
        if self._mistakes is None:
            plan = self.grading.plan
            source = read_module(plan.course.reference, self.exercise.module)
            listed = load_mistakes(plan.assignment, self.exercise)
            self._mistakes = [(m, apply_mistake(source, self.exercise, m)) for m in listed]
        return self._mistakes

    def _behaves_like(self, mistake: Mistake, text: str, run: TestRun) -> bool:
        again = self.replay(mistake.id, text, run.test, run.seed)
        return again.outcome.outcome != "passed" and same_calls(run.calls, again.calls)

    def _passes(self, mistake: Mistake, text: str, run: TestRun) -> bool:
        return self.replay(mistake.id, text, run.test, run.seed).outcome.outcome == "passed"

    def replay(self, key: str, text: str, test: SuiteTest, seed: int) -> TestRun:
        """One test with trusted code in the student's place, run in this process behind the same proxy."""
        if key not in self._sessions:
            self._sessions[key] = trusted_session(text, self.grading.plan.given)
        student = Student(LocalTransport(self._sessions[key]), self.grading.surface(self.exercise))
        bench = self.grading.bench(self.exercise, student, seed)
        return TestRun.of(test, bench, self.grading.runner.run(test, bench))


def _distinct(mistakes: list[Mistake]) -> set[str]:
    return {m.same_as or m.id for m in mistakes}


def trusted_session(text: str, given: dict[str, str]) -> Session:
    session = Session()
    session.modules.install({}, given)
    session.statements = [{"label": "<trusted>", "line": 1, "source": text, "name": ""}]
    # Dataclasses look their module up; trusted code stands in for a submission's.
    sys.modules.setdefault(session.module.__name__, session.module)
    exec(compile(text, "<trusted>", "exec"), session.namespace)
    return session
