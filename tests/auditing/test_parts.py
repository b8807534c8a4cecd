"""The smaller parts: forked runs, bounds, reasons, stand-ins, hints that are matched without running anything twice."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from autograder.auditing.bounds import upper_bound
from autograder.auditing.equivalent import load_reasons
from autograder.auditing.exercise_trial import SharedReplays, Trial
from autograder.auditing.forked_jobs import run_forked
from autograder.auditing.mutant_trials import _differ
from autograder.course import find_course
from autograder.errors import UserError
from autograder.grading.diagnose import Diagnosis
from autograder.grading.plan import Plan
from autograder.suites.runner import with_suites

ROOT = Path(__file__).parents[2]


def test_a_job_that_hangs_dies_or_eats_memory_costs_only_itself():
    def work(job, beat):
        if job == "hang":
            while True:
                pass
        if job == "crash":
            import os

            os._exit(3)
        if job == "eat":
            return {"size": len(bytearray(4 << 30))}
        if job == "slow but alive":
            for _ in range(5):
                end = time.process_time() + 0.15
                while time.process_time() < end:
                    pass
                beat()
        return {"done": job}

    jobs = ["a", "hang", "b", "crash", "eat", "slow but alive", "c"]
    answers = dict(run_forked(jobs, work, seconds=0.6, memory=256 << 20))
    assert answers == {
        "a": {"done": "a"},
        "hang": {"lost": "timeout"},
        "b": {"done": "b"},
        "crash": {"lost": "crash"},
        "eat": {"lost": "MemoryError"},
        "slow but alive": {"done": "slow but alive"},
        "c": {"done": "c"},
    }


@pytest.mark.parametrize(("failures", "draws"), [(0, 200), (1, 200), (3, 50), (10, 20)])
def test_the_bound_is_the_rate_at_which_so_few_failures_are_rare(failures, draws):
    from scipy.stats import beta

    assert upper_bound(failures, draws) == pytest.approx(beta.ppf(0.95, failures + 1, draws - failures), rel=1e-9)


def test_bounds_at_the_ends():
    assert upper_bound(0, 0) == 1.0 and upper_bound(7, 7) == 1.0
    assert upper_bound(0, 3000) == pytest.approx(3 / 3000, rel=0.01)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[softplus\n", "not valid TOML"),
        ('[sofplus]\n"m" = "r"\n', "equivalent.toml:1: [sofplus] is not an exercise"),
        ('[softplus]\n"m" = "  "\n', "needs a reason"),
        ('softplus = "r"\n', "must be a table"),
    ],
)
def test_a_bad_list_of_reasons_is_said_plainly(workshop, text, words):
    (workshop.folder / "equivalent.toml").write_text(text)
    with pytest.raises(UserError) as error:
        load_reasons(workshop.course.assignment("01"))
    assert words in str(error.value)


def test_difference_of_answers():
    x = np.array([1.0, 2.0, np.nan])
    assert _differ({"result": (x, 3)}, {"result": (x.copy(), 3)}) == 0.0
    assert _differ(x, x * (1 + 1e-6)) == pytest.approx(1e-6, rel=1e-3)
    assert _differ(x, x.astype(np.float32)) == np.inf
    assert _differ(x, x[:2]) == np.inf
    assert _differ(np.array([1.0, np.inf]), np.array([1.0, 5.0])) == np.inf
    assert _differ((1.0,), [1.0]) == np.inf


def test_shared_replays_give_the_hints_that_grading_gives():
    """Each mistake of a real exercise, on real seeds, with and without sharing."""
    course = find_course(ROOT)
    assignment = course.assignment("04")
    exercise = assignment.get("batchnorm_backward")
    plan = Plan.make(course, assignment.select([exercise.id]), seed=0)

    def work(runner):
        trial = Trial(plan, runner, exercise)
        plain = Diagnosis(trial.grading, exercise)
        pairs = []
        for number in range(2):
            runs = {}
            for mistake, text in plain.listed():
                runs[mistake.id] = trial.runs_of(mistake.id, text, number)
                trial.diagnosis.keep(mistake.id, runs[mistake.id])
            trial.diagnosis.replay = _refuse_to_run(trial.diagnosis)
            pairs += [(trial.diagnosis.match(r), plain.match(r)) for r in runs.values()]
            del trial.diagnosis.replay
        return pairs

    files = [assignment.concept("batchnorm").hidden]
    modules = {"batchnorm": plan.exercises_of_module["batchnorm"]}
    pairs = with_suites(files, modules, work, root=assignment.folder)
    assert len(pairs) == 12 and all(shared == plain and shared for shared, plain in pairs)


def _refuse_to_run(diagnosis: SharedReplays):
    def replay(key, text, test, seed):
        return diagnosis.kept[key, test.id, seed]

    return replay
