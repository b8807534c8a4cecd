"""One exercise's suite, run on trusted code in this process, with each (test, seed, mistake) run only once."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from autograder.auditing.record import LEFT_OUT, LETTERS, UNWRITTEN
from autograder.auditing.subjects import Subject
from autograder.checks.training import Threshold, watched_thresholds
from autograder.checks.verdict_only import brief
from autograder.course import Exercise
from autograder.course.secret import seed_for
from autograder.grading.diagnose import Diagnosis, Told
from autograder.grading.plan import Plan
from autograder.grading.recording import scaled, test_result
from autograder.grading.results import ExerciseResult
from autograder.grading.slips import is_by_hand
from autograder.grading.submission import Grading
from autograder.grading.workers import ZygotePool
from autograder.suites.definition import is_definition
from autograder.suites.examiner import TestRun
from autograder.suites.plugin import SuiteTest
from autograder.suites.runner import SuiteRunner
from autograder.suites.student import StudentError
from autograder.suites.transport import LocalTransport
from autograder.suites.trusted import trusted_session
from autograder.suites.versions import each_version_once
from autograder.worker.session import Session
from autograder.worker.values import Encoder
from autograder.worker.wire import Message

EXPLAINED = 3
"""Seeds on which failures are explained as in grading; on the others the verdict is enough."""
HINTED = 50
"""Seeds on which a mistake meets all tests, so that its hint can be found. A training's mistakes do so on those explained."""


class TimedTransport(LocalTransport):
    """Measures the CPU seconds that the code in the student's place uses: those its budget is about."""

    seconds = 0.0

    def request(self, header: dict[str, Any], encoder: Encoder) -> Message:
        start = time.process_time()
        try:
            return super().request(header, encoder)
        finally:
            self.seconds += time.process_time() - start


@dataclass
class SharedReplays(Diagnosis):
    """A diagnosis that finds the replays of mistakes already made: matching becomes pure comparison."""

    kept: dict[tuple[str, str, int], TestRun] = field(default_factory=dict)
    seconds: float = 0.0
    """CPU seconds of the last replay."""
    earned: dict[str, float] = field(default_factory=dict)
    """What the code in the student's place has earned by itself, as far as it is known."""

    def replay(self, key: str, text: str, test: SuiteTest, seed: int) -> TestRun:
        known = self.kept.get((key, test.id, seed))
        if known is not None:
            return known
        if key not in self._sessions:
            self._sessions[key] = _session(text, self.grading.plan.given)
        transport = TimedTransport(self._sessions[key])
        run = self.grading.run_test(self.exercise, test, transport, seed, self.earned)
        self.seconds = transport.seconds
        return run

    def keep(self, key: str, runs: Iterable[TestRun]) -> None:
        self.kept.update({(key, r.test.id, r.seed): r for r in runs})

    def drop_session(self, key: str) -> None:
        self._sessions.pop(key, None)


def _session(text: str, given: dict[str, str]) -> Session:
    """A module that cannot even be loaded answers everything with its error, as in grading."""
    try:
        return trusted_session(text, given)
    except Exception as error:
        session = Session()
        session.load_error = session.describe(error)
        return session


class Trial:
    def __init__(self, plan: Plan, runner: SuiteRunner, exercise: Exercise) -> None:
        self.plan, self.exercise = plan, exercise
        # Nothing untrusted runs here: no zygote is ever asked for.
        self.grading = Grading(plan, runner, ZygotePool(plan.isolation))
        self.tests = runner.of(exercise.id)
        self.diagnosis = SharedReplays(self.grading, exercise)
        self.cpu: dict[str, float] = {}
        self.measured: dict[str, list[tuple[str, Threshold, float]]] = {}
        """Test -> the thresholds that it asked for, and what was measured, in the last runs."""
        self._failed: set[tuple[str, str]] = set()
        """Subject and test: what has failed before is likely to fail again."""

    def seed(self, number: int, test: SuiteTest) -> int:
        version = self.plan.versions[self.exercise.id]
        return seed_for(self.plan.secret, version, f"audit {number}", test.id)

    def runs(self, subject: Subject, number: int) -> list[TestRun]:
        """The tests with the subject in the student's place, on one seed.

        What counts of a generic blunder, and of a mistake once all tests have tried it on enough seeds, is that something
        catches it: the quickest test that does is enough.

        Where the student writes the test, it is asked about each version once after the first seeds. The rounds that grading
        adds are for those who answer at random. Who gets through without them is asked again as in grading.
        """
        timed, explained = subject.kind == "reference", number < EXPLAINED
        tried_enough = subject.kind == "mistake" and number >= (EXPLAINED if self.exercise.training else HINTED)
        shortened = subject.kind == "generic" or tried_enough
        apart = subject.kind == "degenerate"
        explained = explained and not apart and not shortened
        once = self.exercise.is_test and number >= EXPLAINED
        with each_version_once(once):
            found = self.runs_of(subject.key, subject.text, number, timed, explained, shortened, apart)
        if once and not subject.is_right and all(run.passed for run in found):
            return self.runs_of(subject.key, subject.text, number, timed, explained, shortened, apart)
        return found

    def runs_of(
        self,
        key: str,
        text: str,
        number: int,
        timed: bool = False,
        explained: bool = False,
        until_failure: bool = False,
        apart: bool = False,
    ) -> list[TestRun]:
        """`apart`: nothing that one test leaves behind is there in the next, as in grading."""
        self.grading.slips(self.exercise).matched.clear()
        found: list[TestRun] = []
        self.measured = {}
        likely_first = sorted(self.tests, key=lambda t: ((key, t.id) not in self._failed, self.cpu.get(t.id, 0.0)))
        for test in likely_first if until_failure else self.tests:
            with watched_thresholds() as seen, brief(not explained):
                found.append(self.diagnosis.replay(key, text, test, self.seed(number, test)))
            if seen:
                self.measured[test.id] = seen
            self.grading.alive()
            if apart:
                self.diagnosis.drop_session(key)
            if timed:
                self.cpu[test.id] = max(self.cpu.get(test.id, 0.0), self.diagnosis.seconds)
            if not found[-1].passed:
                self._failed.add((key, test.id))
                if until_failure:
                    break
        if not until_failure:
            self._look_again(key, text, number, found)
        return found

    def _look_again(self, key: str, text: str, number: int, runs: list[TestRun]) -> None:
        """As grading does: where the forward of the exercise has earned enough by itself, its backward may follow it."""
        self.diagnosis.earned = self.grading.slips(self.exercise).earned_within(runs)
        for place, run in enumerate(runs):
            if self.diagnosis.earned and is_by_hand(run):
                self.diagnosis.drop_session(key)
                with brief():
                    runs[place] = self.diagnosis.replay(key, text, run.test, self.seed(number, run.test))
        self.diagnosis.earned = {}

    def hint(self, runs: list[TestRun]) -> str:
        """The mistakes whose hints these runs would get."""
        return " ".join(sorted({found.mistake.same_as or found.mistake.id for found in self.diagnosis.match(runs).values()}))

    def earned(self, runs: list[TestRun]) -> float:
        """The share of the points, by the same rule as in grading."""
        tests = [test_result(run, Told()) for run in runs]
        self.grading.scoring(self.exercise).apply(tests)
        whole = self.exercise.model_copy(update={"points": 1.0})
        return scaled(ExerciseResult(id=self.exercise.id, earned=0, possible=0, tests=tests), whole).earned

    @property
    def is_listed_mistake(self) -> bool:
        """Whether the last runs followed through because the forward behaves like a mistake that people make."""
        return bool(self.grading.slips(self.exercise).matched)

    def kinds(self) -> tuple[list[str], list[str]]:
        """The tests that ask for the thing itself, and those that an empty answer passes."""
        scoring = self.grading.scoring(self.exercise)
        guards = [t.id for t in self.tests if scoring.is_guard(t.id)]
        return [t.id for t in self.tests if is_definition(t.item) and t.id not in guards], guards

    def forbidden(self, subject: Subject) -> str:
        """Why grading would refuse to run it, if it would: the same look at the source as there."""
        from autograder.intake.forbidden import find_forbidden
        from autograder.intake.slicing import analyse

        piece = analyse([("<right>", subject.text)], {}, self.plan.given).slice(self.exercise.names)
        return next((f.message for f in find_forbidden(piece, self.exercise.forbid, {})), "")

    def forget(self) -> None:
        """What was kept for one seed is of no use for the next."""
        self.diagnosis.kept.clear()


def letters(tests: list[SuiteTest], runs: list[TestRun]) -> str:
    """One letter per test, in the order of the suite."""
    known = {run.test.id: _letter(run) for run in runs}
    return "".join(known.get(test.id, LEFT_OUT) for test in tests)


def _letter(run: TestRun) -> str:
    failure = run.judgement.failure
    if isinstance(failure, StudentError) and failure.kind == "NotImplementedError":
        return UNWRITTEN
    return LETTERS[run.outcome]


def example(runs: list[TestRun]) -> str:
    """The first failure, in a line or two."""
    for r in runs:
        if not r.passed:
            words = " ".join(f"{r.judgement.finding.text} {r.judgement.detail}".split())
            return f"{r.test.id}: {r.outcome}: {words}"[:600]
    return ""
