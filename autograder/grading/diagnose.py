"""From failures to sentences that help: the property, the place, and the mistake it looks like.

The failed tests of an exercise are replayed, same seeds and inputs, with each listed mistake in the student's place
(trusted code, in this process). A mistake whose answers agree in all of them explains the exercise; where several
do, those that would also have failed what the student passed are out; what is still undecided gets no hint.
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from autograder.checks.brief import brief
from autograder.checks.failure import sentences
from autograder.checks.show import take_shown
from autograder.course.mistakes import Mistake, apply_mistake, load_mistakes
from autograder.course.model import Exercise
from autograder.course.source import ModuleSource, read_module
from autograder.grading.agree import same_calls
from autograder.grading.divergence import parted_outputs
from autograder.grading.pictures import REFERENCE_SEEDS, SLOWEST_REFERENCE, picture_of
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
    shown: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """Pictures that the suite made of this test."""

    @classmethod
    def of(cls, test: SuiteTest, bench: Bench, outcome: Outcome) -> TestRun:
        return cls(test, bench.seed, outcome, bench.student.calls, take_shown())

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
    picture: dict[str, Any] | None = None


@dataclass
class Diagnosis:
    grading: Grading
    exercise: Exercise
    _mistakes: list[tuple[Mistake, str]] | None = None
    _sessions: dict[str, Session] = field(default_factory=dict)
    _reference_runs: dict[str, list[TestRun]] = field(default_factory=dict)

    def explain(self, runs: list[TestRun]) -> list[Told]:
        level = LEVELS.index(self.grading.plan.hints)
        matched = self.match(runs) if level >= 3 else {}
        return [self._told(run, level, matched.get(run.test.id)) for run in runs]

    def _told(self, run: TestRun, level: int, mistake: Mistake | None) -> Told:
        if run.outcome.outcome == "passed" or level == 0:
            return Told()
        reason = sentences(run.outcome.public, self.first_divergence(run)) if level >= 2 else ""
        message = f"{run.test.title.rstrip('.')}: {reason}" if reason else run.test.title
        picture = picture_of(run, self.exercise.training, self._reference_on) if level >= 2 else None
        return Told(
            message, reason, mistake.id if mistake else None, mistake.hint if mistake else "", picture
        )

    def _reference_on(self, run: TestRun) -> list[TestRun]:
        """A few runs of a training test with the reference: where right curves lie. Made once per test and grader."""
        known = self._reference_runs
        if run.test.id not in known:
            text = read_module(self.grading.plan.course.reference, self.exercise.module).text
            known[run.test.id] = []
            for seed in REFERENCE_SEEDS:
                again = self.replay("reference", text, run.test, seed)
                known[run.test.id].append(again)
                if again.outcome.seconds > SLOWEST_REFERENCE:
                    break
        return known[run.test.id]

    # --- where it leaves the reference --------------------------------------------------------------------------

    def first_divergence(self, run: TestRun) -> str:
        """Where a call has several outputs and some are right: which is the first that is not."""
        where = getattr(run.outcome.failure, "where", {})
        told = "first_divergence" in where or "wrong_arguments" in where
        if self.exercise.training or run.outcome.outcome != "failed" or told or not run.calls:
            return ""
        source = read_module(self.grading.plan.course.reference, self.exercise.module)
        right = self.replay("reference", source.text, run.test, run.seed)
        if right.outcome.outcome != "passed":
            return ""
        return parted_outputs(run.calls, right.calls, lambda name: _stated_outputs(source, name))

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
        with brief():
            return TestRun.of(test, bench, self.grading.runner.run(test, bench))


def _stated_outputs(source: ModuleSource, name: str) -> list[str]:
    """What a function's outputs are called; "" for a name that its statement does not use."""
    if name not in {n.name for n in source.tree.body if isinstance(n, ast.FunctionDef)}:
        return []
    stated = set(re.findall(r"\w+", ast.get_docstring(source.definition(name)) or ""))
    return [output if output in stated else "" for output in source.outputs(name)]


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
