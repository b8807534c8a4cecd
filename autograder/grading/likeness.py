"""Has an answer that is wrong anything to do with the right one? Only then are its properties worth something.

A property is easily had by construction: noise from which its mean was taken sums to zero. So where no test of the definition
passes, the answers that were given in those very tests are looked at. They are an attempt if they are those of a listed
mistake or of a mutant, or if they follow the inputs as the reference does: they must be more like the right answers to
these inputs than like the right answers to others. What merely looks right (decreasing, positive, one in sum) is like
all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from autograder.course.model import Exercise
from autograder.course.source import read_module
from autograder.grading.allowance import NoTimeForHints
from autograder.grading.diagnose import Diagnosis
from autograder.grading.lazy import called_function
from autograder.grading.results import TestResult
from autograder.grading.slips import CANDIDATE_SECONDS, mutants_of
from autograder.grading.workers import OutOfTime, at_most
from autograder.suites.agreement import as_array, same_calls
from autograder.suites.definition import is_definition
from autograder.suites.examiner import TestRun
from autograder.suites.student import Call, Handle

if TYPE_CHECKING:
    from autograder.grading.submission import Grading

LEAST = 0.5
"""The correlation that an attempt has with the right answers, beyond what it has with others."""
SURE = 3.0
"""Standard deviations by which it must be above chance: a few numbers correlate with anything."""
MOST_ENTRIES = 100_000
MOST_TESTS = 3
OTHER_DRAWS = (1, 2, 3, 4)
"""Added to the seed of a test, for the same test with other inputs."""

UNLIKE = (
    "Some properties hold, but no test that compares your results with the definition passes, and your results do not follow "
    "the inputs as the right ones do. So there are no points for the properties alone"
)
FOR_STAFF = "may be credited by hand: properties hold, of answers that have nothing in common with the right ones"


@dataclass
class Attempts:
    """The rule for one exercise."""

    grading: Grading
    exercise: Exercise

    def apply(self, runs: Sequence[TestRun], results: Sequence[TestResult], credit: str) -> tuple[str, list[str]]:
        """After `Scoring`, which says `credit` where only properties passed: what to tell the student, and staff."""
        if not credit or not any(t.earned for t in results) or self.is_attempt(runs):
            return credit, []
        for t in results:
            t.earned = 0.0
        return UNLIKE, [FOR_STAFF]

    def is_attempt(self, runs: Sequence[TestRun]) -> bool:
        failed = [r for r in runs if is_definition(r.test.item) and r.is_replayable][:MOST_TESTS]
        if self.exercise.training:
            return False  # it has tests of its parts, which an attempt passes; and to replay it takes long
        if not any(is_definition(r.test.item) for r in runs):
            return True  # nothing to go by
        diagnosis = Diagnosis(self.grading, self.exercise)
        try:
            return bool(failed) and (self._follows_the_inputs(diagnosis, failed) or self._is_known(diagnosis, failed))
        except (NoTimeForHints, MemoryError):
            return False  # staff is told

    def _is_known(self, diagnosis: Diagnosis, failed: Sequence[TestRun]) -> bool:
        source = read_module(self.grading.plan.assignment.reference, self.exercise.module)
        mutants = enumerate(mutants_of(source, tuple(self.exercise.names)))
        known = [(m.id, text) for m, text in diagnosis.listed()] + [(f"mutant {i}", text) for i, text in mutants]
        return any(all(self._answers_like(diagnosis, *each, run) for run in failed) for each in known)

    def _answers_like(self, diagnosis: Diagnosis, key: str, text: str, run: TestRun) -> bool:
        try:
            with at_most(CANDIDATE_SECONDS):
                return same_calls(run.calls, diagnosis.replay(key, text, run.test, run.seed).calls)
        except NoTimeForHints:
            raise
        except (Exception, OutOfTime):  # a mutant need not load, nor end
            return False

    def _follows_the_inputs(self, diagnosis: Diagnosis, failed: Sequence[TestRun]) -> bool:
        text = read_module(self.grading.plan.assignment.reference, self.exercise.module).text

        def reference(shift: int) -> list[list[Call]]:
            return [self._own(diagnosis.replay("reference", text, r.test, r.seed + shift).calls) for r in failed]

        answers, right = [self._own(r.calls) for r in failed], reference(0)
        own, count = correlation(answers, right)
        others = [other for other in map(reference, OTHER_DRAWS) if correlation(other, right)[0] < 1 - 1e-6]
        by_chance = float(np.mean([correlation(answers, other)[0] for other in others])) if others else 0.0
        beyond = (own - by_chance) / (1 - by_chance) if by_chance < 1 else 0.0
        return beyond >= max(LEAST, SURE / np.sqrt(max(count, 1)))

    def _own(self, calls: Iterable[Call]) -> list[Call]:
        """Answers of the exercise's own functions and objects: a helper that is right says nothing of them."""
        return [c for c in calls if c.operation in ("call", "vjp") and self._is_asked_for(c)]

    def _is_asked_for(self, call: Call) -> bool:
        target = call.values.get("target")
        name = target.kind_name if isinstance(target, Handle) else called_function(call)
        return name in self.exercise.names


def correlation(answers: Sequence[Sequence[Call]], right: Sequence[Sequence[Call]]) -> tuple[float, int]:
    """|Rank correlation| of all numbers in the answers to some tests, output by output; and how many numbers there are.

    Ranks, since a single number far from the others would decide everything else.
    """
    outputs: defaultdict[tuple, list[np.ndarray]] = defaultdict(list)
    for test, wanted in zip(answers, right):
        for place, both in _paired(test, wanted):
            outputs[place].append(both)
    whole = [np.concatenate(parts, axis=1)[:, :MOST_ENTRIES] for parts in outputs.values()]
    told = [each for each in whole if np.ptp(each[1]) > 0]  # one and the same number says nothing
    if not told:
        return 0.0, 0
    ours, theirs = np.concatenate([np.stack([_ranks(row) for row in each]) for each in told], axis=1)
    sizes = float(np.linalg.norm(ours) * np.linalg.norm(theirs))
    return (abs(float(ours @ theirs)) / sizes if sizes > 0 else 0.0), len(ours)


def _ranks(values: np.ndarray) -> np.ndarray:
    """From -1/2 to 1/2, the same for equal numbers; rounding makes none different."""
    size = float(np.abs(values).max(initial=0.0))
    rounded = np.round(values / size, 9) if size > 0 else values
    _, place, counts = np.unique(rounded, return_inverse=True, return_counts=True)
    middle = np.cumsum(counts) - (counts + 1) / 2
    return (middle / max(len(values) - 1, 1) - 0.5)[place.ravel()]


def _paired(answers: Sequence[Call], right: Sequence[Call]) -> Iterator[tuple[tuple, np.ndarray]]:
    """Outputs of the same place in the same call; what is missing or of another shape is nothing.

    Zeros of the reference are left out: they show who may take part (a mask, a gate), which is itself a property.
    """
    for mine, its in zip(answers, right):
        if called_function(mine) != called_function(its):
            return
        found = dict(_leaves(mine.result))
        for place, wanted in _leaves(its.result):
            got = found.get(place)
            if got is None or got.shape != wanted.shape:
                got = np.zeros(wanted.shape)
            told = np.isfinite(wanted) & ((wanted != 0) | (wanted.dtype.kind != "f"))
            got = np.nan_to_num(got[told].astype(float), nan=0.0, posinf=0.0, neginf=0.0)
            if got.size:
                yield (
                    (its.operation, called_function(its), *place),
                    np.stack([got, wanted[told].astype(float)]),
                )


def _leaves(value: Any, place: tuple = ()) -> Iterator[tuple[tuple, np.ndarray]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _leaves(part, (*place, str(key)))
    elif isinstance(value, (list, tuple)):
        for index, part in enumerate(value):
            yield from _leaves(part, (*place, index))
    elif not isinstance(value, Handle):  # which would be asked what it is
        array = as_array(value)
        if array is not None and array.size:
            yield place, np.real(array)
