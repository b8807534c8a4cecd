"""A second look at failures: another draw, and the public checks, say how firmly a failure may be explained.

It costs what explanations may, and no points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from autograder.course import Exercise
from autograder.grading.public_text import PublicRun, raised, with_texts
from autograder.grading.slicer import Sliced
from autograder.grading.training_hints import FEW, rounds_of
from autograder.grading.workers import WorkerTransport
from autograder.intake.submission import Submission
from autograder.suites.examiner import TestRun
from autograder.suites.outcome import Judgement
from autograder.suites.second_draw import claims, settled
from autograder.suites.transport import WorkerLost

if TYPE_CHECKING:
    from autograder.grading.submission import Grading

Replaced = Mapping[str, Callable[..., Any]]


@dataclass(frozen=True)
class SecondLook:
    """At the failures of one exercise of one submission."""

    grading: Grading
    exercise: Exercise
    read: Submission
    found: Sliced
    reading: int

    def at(self, runs: Sequence[TestRun], replaced: Replaced) -> list[TestRun]:
        """The runs, with what can be said of them. `replaced`: helpers that the reference stands in for."""
        runs = self._as_firm_as_two_draws(runs, replaced)
        wanted = {key for run in runs if (key := raised(run.judgement))}
        if not wanted or not self.grading.runner.public_of(self.exercise.id):
            return runs
        if self.grading.pool.reached == "none":
            # Hidden inputs may lie about where the code that runs next finds them.
            self._doubt()
            return runs
        public = PublicRun(self.grading, self.exercise, self.found.digest)
        with self._worker() as transport:  # nothing is replaced: what a reference computes is not public
            texts = public.texts(wanted, transport)
        if public.broke_off:
            self._doubt()
        return with_texts(runs, texts)

    def _as_firm_as_two_draws(self, runs: Sequence[TestRun], replaced: Replaced) -> list[TestRun]:
        claiming = [run for run in runs if claims(run.judgement) and rounds_of(run, self.exercise) <= FEW]
        second: dict[str, Judgement] = {}
        if claiming:
            with self._worker(replaced) as transport:
                for run in claiming:
                    seed = self.grading.seed(self.exercise, run.test, self.found, draw=1)
                    again = self.grading.attempt(self.exercise, run.test, transport, seed)
                    second[run.test.id] = again.judgement
                    self.grading.alive()
        if any(again.retry or was_outside(again) for again in second.values()):
            self._doubt()
        firm = settled([run.judgement for run in runs], lambda i: second.get(runs[i].test.id))
        return [replace(run, judgement=judgement) for run, judgement in zip(runs, firm)]

    @contextmanager
    def _worker(self, replaced: Replaced = MappingProxyType({})) -> Iterator[WorkerTransport]:
        """A fresh one, whose time is not the submission's."""
        allowance = self.grading.allowance.for_hints()
        program = self.grading.program(self.exercise, self.read, self.found, self.reading)
        transport = WorkerTransport(self.grading.pool, replace(program, allowance=allowance), replaced)
        try:
            yield transport
        finally:
            transport.close_quietly()
            transport.clock.begin()
            self.grading.allowance.took_for_hints(allowance.spent)
            if allowance.is_over:
                self._doubt()

    def _doubt(self) -> None:
        self.grading.doubtful.add(self.exercise.id)


def was_outside(judgement: Judgement) -> bool:
    return isinstance(judgement.failure, WorkerLost) and judgement.failure.outside
