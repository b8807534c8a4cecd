"""`[exercise.sizes.gpu]`: what an exercise is where there is a GPU; on a CPU it is refused in a sentence."""

import pytest

from autograder.authoring.simulated_class import Simulator
from autograder.course import Exercise
from autograder.errors import UserError
from autograder.grading.plan import Plan
from autograder.grading.submission import Grading
from autograder.grading.workers import ZygotePool
from autograder.intake.find import survey
from autograder.intake.places import Found
from autograder.runs.grade import Options, grade
from autograder.suites.outcome import Outcome
from autograder.suites.reference import suite_version
from autograder.suites.runner import with_suites

SIZE = """
[exercise.sizes.gpu]
seconds = 20
memory = 2048

[exercise.sizes.gpu.values]
steps = 3
"""
SUITE = '''

def test_as_many_steps_as_the_size_says(student, size, device):
    """At each size as many steps as it has."""
    import torch

    steps = size.get("steps", 1)
    assert device == ("cpu" if steps == 1 else "fake")
    assert_close(student.walk(torch.zeros(2), steps), torch.full((2,), float(steps)), "x")
'''
ANSWER = """
import torch
def walk(x, steps):
    for _ in range(steps):
        x = x + torch.ones(2)
    return x
"""


@pytest.fixture
def walking(small_course):
    """A course whose one exercise walks so many steps."""
    assignment = small_course.assignment("01")
    folder, reference = assignment.folder, assignment.reference
    (folder / "assignment.toml").write_text('title = "Walks"\n\n[[exercise]]\nid = "walk"\n' + SIZE)
    (folder / "walk").mkdir()
    (folder / "walk/test_hidden.py").write_text("from autograder.suite import assert_close\n" + SUITE)
    (reference / "walk.py").write_text(ANSWER)
    return type(small_course)(small_course.root)


def graded(course, slot, selection, found, **options):
    plan = Plan.make(course, selection, seed=3, hints="none", **options)
    pool = ZygotePool("standard", slot)
    try:
        work = lambda runner: Grading(plan, runner, pool).submission("a", found)
        return with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder)
    finally:
        pool.close()


def test_a_size_has_its_own_values_limits_and_version(walking, gpu_slot, tmp_path):
    (tmp_path / "a.py").write_text(ANSWER)
    assignment, found = walking.assignment("01"), Found("a", tmp_path / "a.py")
    usual = graded(walking, gpu_slot, assignment.select(), found)
    sized = graded(walking, gpu_slot, assignment.select(), found, device="auto", size="gpu")
    for result in (usual, sized):
        assert [t.outcome for e in result.exercises for t in e.tests] == [Outcome.PASSED], result.exercises
    assert "gpu" in sized.host and "gpu" not in usual.host
    exercise = assignment.get("walk")
    assert (exercise.sized("gpu").seconds, exercise.sized("gpu").memory, exercise.seconds) == (20, 2048, 5)
    assert suite_version(assignment, exercise) != suite_version(assignment, exercise.sized("gpu"))
    without = exercise.model_copy(update={"sizes": {}})
    assert suite_version(assignment, exercise) == suite_version(assignment, without), "a size that is not used voids no proof"


@pytest.mark.parametrize("device", ["auto", "cpu"])
def test_on_a_cpu_it_is_refused(walking, tmp_path, device, monkeypatch):
    monkeypatch.setattr("autograder.runs.grade.inventory", lambda: [])
    (tmp_path / "a.py").write_text(ANSWER)
    options = Options(seed=3, quiet=True, size="gpu", device=device)
    with pytest.raises(UserError, match=r"--size gpu: at that size walk needs a GPU, and .* without --size"):
        grade(walking.root, "01", [tmp_path / "a.py"], tmp_path / "out", options)
    assert not (tmp_path / "out").exists()


def test_a_size_that_nothing_has_is_said(small_course, tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    with pytest.raises(UserError, match=r"no exercise of this selection of .* has the size 'gpu'; leave out --size"):
        grade(small_course.root, "01", [tmp_path / "a.py"], tmp_path / "out", Options(size="gpu", quiet=True))


def test_the_course_has_sizes_for_a_gpu(our_course):
    sized = [e for a in our_course.assignments() for e in a.exercise if e.sizes]
    assert sized and all(e.training and e.sized("gpu").device == "gpu" for e in sized)


LARGE = 120.0
"""Seconds on a GPU. The fake device is as slow as a CPU: what takes longer there makes only a few steps."""


def _slower(exercise, name, sized=Exercise.sized):
    found = sized(exercise, name)
    few = {"steps": 2} if found.seconds > LARGE else {}
    return found.model_copy(update={"seconds": 900.0, "values": {**found.values, **few}})


@pytest.mark.slow
def test_every_size_of_the_course_runs_there(our_course, gpu_slot, tmp_path, monkeypatch):
    monkeypatch.setattr(Exercise, "sized", _slower)
    for assignment in our_course.assignments():
        for exercise in [e for e in assignment.exercise if e.sizes]:
            selection = assignment.select([exercise.id])
            truth = Simulator(our_course, selection, seed=1).write(tmp_path / exercise.id, 1)
            (right,) = [student for student, recipe in truth if recipe.kind == "reference"]
            (found,) = [f for f in survey([tmp_path / exercise.id / "submissions"]).found if f.name == right]
            result = graded(our_course, gpu_slot, selection, found, device="auto", size="gpu", submission_seconds=3600)
            tests = [test for e in result.exercises for test in e.tests]
            assert result.host["gpu"] == "Fake 2000"
            if exercise.sizes["gpu"].seconds <= LARGE:
                assert result.score == result.possible, exercise.id
            else:  # it trains, and two steps do not reach the threshold
                assert {test.outcome for test in tests} <= {Outcome.PASSED, Outcome.FAILED}, exercise.id
                assert [test.outcome for test in tests].count(Outcome.FAILED) <= 1, exercise.id
