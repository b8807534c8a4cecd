"""A student with a right answer sees only ticks: references and alternatives pass the public checks, on several draws."""

from __future__ import annotations

import pytest

from autograder.auditing.exercise_trial import Trial, example
from autograder.auditing.subjects import subjects_of
from autograder.grading.plan import Plan
from autograder.suites.runner import with_suites
from tests.course_samples import COURSE

DRAWS = 3
QUICK = [(a.name, e.id) for a in COURSE.assignments() for e in a.exercise if not e.training and not e.is_test]


@pytest.mark.rotates(8)
@pytest.mark.parametrize(("assignment", "exercise"), QUICK, ids=[f"{a}-{e}" for a, e in QUICK])
def test_right_code_passes_its_public_checks(assignment: str, exercise: str) -> None:
    chosen = COURSE.assignment(assignment)
    asked = chosen.get(exercise)
    plan = Plan.make(COURSE, chosen.select([exercise]), seed=0)
    right = [s for s in subjects_of(COURSE, chosen, asked) if s.is_right]

    def work(runner):
        trial = Trial(plan, runner, asked)
        return [
            f"{s.key}: {example([run])}"
            for s in right
            for draw in range(DRAWS)
            for run in trial.runs_of(s.key, s.text, draw)
            if not run.passed
        ]

    of_module = {asked.module: plan.exercises_of_module[asked.module]}
    assert with_suites([chosen.concept(asked.module).public], of_module, work, root=chosen.folder) == []
