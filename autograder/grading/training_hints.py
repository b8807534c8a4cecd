"""Hints for exercises that train something.

To train once more with every listed mistake would cost minutes for each hand-in. But a suite of a training exercise also
asks for the parts of a training (one step, an evaluation, a sampler) and for short runs, and most mistakes show there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autograder.course.model import Exercise
from autograder.grading.diagnose import Diagnosis, MistakeMatch
from autograder.suites.examiner import TestRun
from autograder.suites.student import Function

if TYPE_CHECKING:
    from autograder.grading.submission import Grading


FEW = 50
"""Steps or epochs that are soon run again."""


@dataclass
class TrainingDiagnosis(Diagnosis):
    """The failed tests that train nothing, or else those that train for a few steps, are diagnosed as in any other exercise."""

    def match(self, runs: list[TestRun]) -> dict[str, MistakeMatch]:
        as_any_other = Diagnosis(
            self.grading, self.exercise.model_copy(update={"training": False}), self.listed(), self._sessions
        )
        rounds = [(run, rounds_of(run, self.exercise)) for run in runs]
        for most in (0, FEW):
            quick = [run for run, n in rounds if n <= most]
            if any(run.is_replayable for run in quick):
                return as_any_other.match(quick)
        return {}


def rounds_of(run: TestRun, exercise: Exercise) -> float:
    """For how many steps or epochs a test trains, by what it asks for: no clock decides what a student is told."""
    most = 0.0
    for call in run.calls:
        target = call.values.get("target")
        if isinstance(target, Function) and target.__name__ in exercise.names and target.__name__.startswith("train_"):
            asked = call.values.get("kwargs", {})
            rounds = asked.get("steps", asked.get("epochs"))
            most = max(most, rounds if isinstance(rounds, int) else math.inf)
    return most


def diagnosis_of(grading: Grading, exercise: Exercise) -> Diagnosis:
    return TrainingDiagnosis(grading, exercise) if exercise.training else Diagnosis(grading, exercise)
