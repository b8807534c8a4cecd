"""Is a wrong forward a slip that people make? Only then do the points of a backward that fits it follow through.

Known are the listed mistakes and the generated mutants, of the exercise and of all that it needs. Each answers in the
student's place what the suite asked of the forward; one with the same values, wherever slopes were measured,
explains it. Beside that, a forward that earned half of its own points is an honest attempt: those of its own exercise, or,
where one exercise asks for forward and backward, those of the tests that ask for the forward only. Whatever else
somebody may have made up, for a derivative that is easy to write down, is for staff to judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from autograder.checks.slip import Judge, WrongForward, judged_by
from autograder.checks.verdict_only import brief
from autograder.course.mistakes import apply_mistake, load_mistakes
from autograder.course.model import Exercise
from autograder.course.source import ModuleSource, read_module, solution_text
from autograder.grading.suite_clock import paused
from autograder.grading.workers import OutOfTime, at_most
from autograder.suites.examiner import TestRun
from autograder.suites.plugin import SuiteTest
from autograder.suites.student import Call, Function, Student, answered_by
from autograder.suites.transport import LocalTransport
from autograder.suites.trusted import trusted_session
from autograder.worker.session import Session

if TYPE_CHECKING:
    from autograder.grading.submission import Grading

LEAST_EARNED = 0.5
LEAST_LIKENESS = 0.3
"""Mean |cosine| of directional derivatives: .5 to 1 for listed mistakes, below .1 for made-up functions."""
CANDIDATE_SECONDS = 2.0


@dataclass
class Slips:
    grading: Grading
    exercise: Exercise
    matched: set[str] = field(default_factory=set)
    """The listed mistakes that explained a forward so far."""
    _sessions: dict[str, Session] = field(default_factory=dict)
    _own_forwards: set[str] = field(default_factory=set)
    """Names of this exercise that were asked for as forwards."""
    _asked: dict[str, set[str]] = field(default_factory=dict)
    """Test -> names of the submission that it calls."""

    def judge(self, student: Student, earned: Mapping[str, float]) -> Judge:
        """`earned`: exercise -> the share of its points that the submission has by itself."""

        @paused()  # so many candidates take their time, whatever the student's code returned
        def is_slip(wrong: WrongForward) -> bool:
            agreeing = (m for m, text in self._mistakes.items() if self._behaves_like(text, student, wrong))
            listed = next(agreeing, None)
            if listed is not None:
                self.matched.add(listed)
                return True
            return self._is_honest(student, wrong, earned) or self._is_mutant(student, wrong)

        return is_slip

    # --- what it earned by itself --------------------------------------------------------------------------------

    def _is_honest(self, student: Student, wrong: WrongForward, earned: Mapping[str, float]) -> bool:
        """At least half right in its own exercise. One that is wholly right there was not meant to be wrong here."""
        called = self._called_by_forward(student, wrong)
        self._own_forwards |= called & set(self.exercise.names)
        owners = [e for e in (self.exercise, *self._needed) if called & set(e.names)]
        shares = [earned.get(e.id, 0.0) for e in owners]
        if not shares or not all(LEAST_EARNED <= share < 1 for share in shares):
            return False
        return wrong.likeness >= LEAST_LIKENESS and wrong.simpler(wrong.outputs) is None

    def owners(self, calls: Sequence[Call]) -> list[Exercise]:
        """The other exercises whose names the suite called in this test."""
        used = names_called(calls)
        return [e for e in self._needed if used & set(e.names)]

    def _called_by_forward(self, student: Student, wrong: WrongForward) -> set[str]:
        """The names of the submission that the suite's forward asks for."""
        with answered_by(student, LocalTransport(self._reference)):
            with suppress(Exception):  # which would be about this one point
                wrong.outputs(wrong.seen[0][0])
            return names_called(student.calls)

    def earned_within(self, runs: Sequence[TestRun]) -> dict[str, float]:
        """This exercise -> the share that its own forward has earned by itself, by the tests that ask for nothing else.

        Known only when all tests are done, so that what was left to staff is then run once more. As everywhere,
        properties and tests that an empty answer passes show nothing where no definition does.
        """
        if not self._own_forwards or not any(map(is_by_hand, runs)):
            return {}
        scoring = self.grading.scoring(self.exercise)
        asking = [r for r in runs if self._asks_for_forward_only(r.test) and not scoring.is_guard(r.test.id)]
        passed = [r for r in asking if r.passed]
        if not scoring.is_evident(r.test.id for r in passed):
            return {}
        return {self.exercise.id: sum(r.test.weight for r in passed) / sum(r.test.weight for r in asking)}

    def _asks_for_forward_only(self, test: SuiteTest) -> bool:
        """By what it calls where everything is right: with a wrong answer it may end before it comes to the backward."""
        if test.id not in self._asked:
            examiner = self.grading.examiner(self.exercise)
            with brief(), judged_by(lambda forward: False):
                run = examiner.run(test, LocalTransport(self._reference), seed=1)
            self._asked[test.id] = names_called(run.calls)
        own = self._asked[test.id] & set(self.exercise.names)
        return bool(own) and own <= self._own_forwards

    @cached_property
    def _reference(self) -> Session:
        text = solution_text(self.grading.plan.assignment.reference, [*self._needed, self.exercise], {})
        return trusted_session(text, self.grading.plan.given)

    # --- what it behaves like ------------------------------------------------------------------------------------

    def _is_mutant(self, student: Student, wrong: WrongForward) -> bool:
        return any(self._behaves_like(text, student, wrong, as_hard=True) for text in self._mutants())

    def _behaves_like(self, text: str, student: Student, wrong: WrongForward, as_hard: bool = False) -> bool:
        """`as_hard`: a machine's edit may leave out what the exercise is about."""
        try:
            with at_most(CANDIDATE_SECONDS):
                if text not in self._sessions:
                    self._sessions[text] = trusted_session(text, self.grading.plan.given)
                with answered_by(student, LocalTransport(self._sessions[text])):
                    return wrong.same_as(wrong.outputs) and not (as_hard and wrong.simpler(wrong.outputs))
        except (Exception, OutOfTime):
            return False

    @property
    def _needed(self) -> list[Exercise]:
        return self.grading.plan.assignment.needed_by(self.exercise.id)

    @cached_property
    def _mistakes(self) -> dict[str, str]:
        plan = self.grading.plan
        return {
            mistake.id: self._whole(e, apply_mistake(read_module(plan.assignment.reference, e.module), e, mistake))
            for e in (self.exercise, *self._needed)
            for mistake in load_mistakes(plan.assignment, e)
        }

    def _mutants(self) -> Iterator[str]:
        for e in (self.exercise, *self._needed):
            for text in mutants_of(read_module(self.grading.plan.assignment.reference, e.module), tuple(e.names)):
                yield self._whole(e, text)

    def _whole(self, edited: Exercise, text: str) -> str:
        exercises = [*self._needed, self.exercise]
        return solution_text(self.grading.plan.assignment.reference, exercises, {edited.module: text})


@lru_cache(maxsize=64)
def mutants_of(source: ModuleSource, names: tuple[str, ...]) -> list[str]:
    from autograder.mutation.mutants import generate  # only here: libcst takes long to import

    return [m.text for m in generate(source, list(names))]


def names_called(calls: Iterable[Call]) -> set[str]:
    targets = (call.values.get("target") for call in calls)
    return {target.__name__ for target in targets if isinstance(target, Function)}


def is_by_hand(run: TestRun) -> bool:
    """Whether its backward fits a forward of which nobody knows whether it is a slip."""
    return bool(getattr(run.judgement.failure, "where", {}).get("by_hand"))


def by_hand(runs: Iterable[TestRun]) -> list[str]:
    """For staff: which tests a backward failed only because nobody knows its forward."""
    tests = [r.test.title for r in runs if is_by_hand(r)]
    return [
        f"may be followed through by hand: the forward is wrong in an unknown way, and the backward fits it: {t}" for t in tests
    ]
