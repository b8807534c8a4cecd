"""Is a wrong forward a slip that people make? Only then do the points of a backward that fits it follow through.

Known are the listed mistakes and the generated mutants, of the exercise and of all that it needs. Each answers in the
student's place what the suite asked of the forward; one with the same values, wherever slopes were measured,
explains it. Beside that, a forward that earned half of its own points is an honest attempt. Whatever else
somebody may have made up, for a derivative that is easy to write down, is for staff to judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from autograder.checks.slip import Judge, WrongForward
from autograder.course.mistakes import apply_mistake, load_mistakes
from autograder.course.model import Exercise
from autograder.course.source import ModuleSource, read_module, solution_text
from autograder.grading.diagnose import TestRun, trusted_session
from autograder.grading.student import Function, Student
from autograder.grading.suite_clock import paused
from autograder.grading.transport import LocalTransport
from autograder.grading.workers import OutOfTime, at_most
from autograder.worker.session import Session

if TYPE_CHECKING:
    from autograder.grading.grade import Grading

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
        shares = [earned.get(e.id, 0.0) for e in self._owners(student)]
        if not shares or not all(LEAST_EARNED <= share < 1 for share in shares):
            return False
        return wrong.likeness >= LEAST_LIKENESS and wrong.simpler(wrong.outputs) is None

    def _owners(self, student: Student) -> list[Exercise]:
        """The other exercises whose names the suite called in this test."""
        called = {
            c.values["target"].__name__ for c in student.calls if isinstance(c.values.get("target"), Function)
        }
        return [e for e in self._needed if called & set(e.names)]

    # --- what it behaves like ------------------------------------------------------------------------------------

    def _is_mutant(self, student: Student, wrong: WrongForward) -> bool:
        return any(self._behaves_like(text, student, wrong, as_hard=True) for text in self._mutants())

    def _behaves_like(self, text: str, student: Student, wrong: WrongForward, as_hard: bool = False) -> bool:
        """`as_hard`: a machine's edit may leave out what the exercise is about."""
        try:
            with at_most(CANDIDATE_SECONDS):
                if text not in self._sessions:
                    self._sessions[text] = trusted_session(text, self.grading.plan.given)
                with student._answered_by(LocalTransport(self._sessions[text])):
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
            mistake.id: self._whole(
                e, apply_mistake(read_module(plan.course.reference, e.module), e, mistake)
            )
            for e in (self.exercise, *self._needed)
            for mistake in load_mistakes(plan.assignment, e)
        }

    def _mutants(self) -> Iterator[str]:
        for e in (self.exercise, *self._needed):
            for text in _mutants(read_module(self.grading.plan.course.reference, e.module), tuple(e.names)):
                yield self._whole(e, text)

    def _whole(self, edited: Exercise, text: str) -> str:
        exercises = [*self._needed, self.exercise]
        return solution_text(self.grading.plan.course.reference, exercises, {edited.module: text})


@lru_cache(maxsize=64)
def _mutants(source: ModuleSource, names: tuple[str, ...]) -> list[str]:
    from autograder.mutation.mutants import generate  # only here: libcst takes long to import

    return [m.text for m in generate(source, list(names))]


def by_hand(runs: Iterable[TestRun]) -> list[str]:
    """For staff: which tests a backward failed only because nobody knows its forward."""
    tests = [r.test.title for r in runs if getattr(r.outcome.failure, "where", {}).get("by_hand")]
    return [
        f"may be followed through by hand: the forward is wrong in an unknown way, and the backward fits it: {t}"
        for t in tests
    ]
