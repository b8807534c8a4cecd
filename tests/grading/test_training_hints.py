"""Mistakes in an exercise that trains are named by the tests that do not train, or train for a few steps."""

import pytest

from autograder.course import Course
from autograder.course.mistakes import apply_mistake, load_mistakes
from autograder.course.source import read_module
from autograder.runs.grade import Options, grade

REFERENCE = '''
import numpy as np


def descend(w, x, y):
    """One step of gradient descent."""
    return w - 0.1 * x * (w * x - y)


def train_slope(data, seed, steps=300):
    """Many steps, one for each row in turn."""
    w = float(np.random.default_rng(seed).normal())
    for step in range(steps):
        row = step % len(data["x"])
        w = descend(w, data["x"][row], data["y"][row])
    return w
'''
HIDDEN = """
import numpy as np
from autograder.suite import assert_close

DATA = {"x": np.array([1.0, 2.0, 3.0]), "y": np.array([2.0, 4.0, 6.0])}


def test_one_step(student, reference):
    assert_close(student.descend(0.5, 2.0, 3.0), reference.descend(0.5, 2.0, 3.0), "w")


def test_a_few_steps(student, reference):
    assert_close(student.train_slope(DATA, 3, steps=5), reference.train_slope(DATA, 3, steps=5), "w")


def test_slope_is_found(student):
    assert_close(student.train_slope(DATA, 4), 2.0, "w", atol=1e-3)
"""
MISTAKES = """
from autograder.suite import Mistake

MISTAKES = [
    Mistake("train_slope/uphill", old="w - 0.1", new="w + 0.1", hint="Up is not down."),
    Mistake("train_slope/one-row", old="row = step % len(data['x'])".replace("'", '"'), new="row = 0", hint="One row only."),
    Mistake("train_slope/gives-up", old="range(steps)", new="range(min(steps, 8))", hint="It stops."),
]
"""
TOML = """
title = "Slopes"
[[exercise]]
id = "train_slope"
module = "slope"
names = ["descend", "train_slope"]
training = true
"""


@pytest.fixture
def course(tmp_path):
    folder = tmp_path / "c" / "assignments" / "01_slopes"
    for path, text in (
        (tmp_path / "c/reference/slopes/slope.py", REFERENCE),
        (folder / "slope/test_hidden.py", HIDDEN),
        (folder / "slope/mistakes.py", MISTAKES),
        (folder / "assignment.toml", TOML),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Course(tmp_path / "c")


def told(course, tmp_path, text):
    """Test -> the mistake that a hand-in is told there, for the tests that it fails."""
    (tmp_path / "amara.py").write_text(text)
    summary = grade(course.root, "01", [tmp_path / "amara.py"], tmp_path / "out", Options(isolation="none", quiet=True))
    (result,) = summary.results
    tests = result.exercises[0].tests
    return {t.id.rpartition("::")[2]: t.mistake for t in tests if t.outcome != "passed"}


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        (
            "uphill",
            {"test_one_step": "train_slope/uphill", "test_a_few_steps": None, "test_slope_is_found": None},
        ),
        ("one-row", {"test_a_few_steps": "train_slope/one-row", "test_slope_is_found": "passed"}),
        ("gives-up", {"test_slope_is_found": None}),
    ],
)
def test_what_is_soon_run_again_names_the_mistake(course, tmp_path, mistake, named):
    assignment = course.assignment("01")
    (exercise,) = assignment.exercise
    listed = {m.id: m for m in load_mistakes(assignment, exercise)}
    wrong = apply_mistake(read_module(course.assignment("01").reference, "slope"), exercise, listed[f"train_slope/{mistake}"])
    found = told(course, tmp_path, wrong)
    assert {test: found.get(test, "passed") for test in named} == named


def test_what_is_not_listed_gets_no_hint(course, tmp_path):
    found = told(course, tmp_path, REFERENCE.replace("0.1 * x", "0.3 * x"))
    assert found["test_one_step"] is None
