"""Arguments changed in place: the first test of an exercise says so, where the answers are right."""

from __future__ import annotations

import numpy as np
import pytest

from autograder.auditing.exercise_trial import Trial
from autograder.course import find_course
from autograder.grading.plan import Plan
from autograder.runs.grade import Options, grade
from autograder.suites.left_alone import changed_arguments
from autograder.suites.runner import with_suites

X = np.arange(6.0).reshape(2, 3)


def changed(sent, now, parameters=("x",), may_change=()):
    return changed_arguments(([sent], {}), ([now], {}), parameters, may_change)


def test_what_counts_as_a_change():
    assert changed(X, X.copy()) == []
    assert changed(X, X + 1) == ["x"]
    assert changed(X, X + 1, may_change=["x"]) == []
    assert changed(X, X + 1, parameters=()) == ["number 1"]
    assert changed([X, X], [X, 2 * X]) == ["x"] and changed([X], [X, X]) == ["x"]
    assert changed({"w": X}, {"w": X - 1}) == ["x"]
    assert changed(np.array([True]), np.array([False])) == ["x"]
    assert changed(np.array([np.nan, 1.0]), np.array([np.nan, 1.0])) == []
    assert changed(np.array([np.nan, 1.0]), np.array([0.0, 1.0])) == ["x"]
    assert changed_arguments(([], {"u": X}), ([], {"u": -X}), ("x", "u"), ()) == ["u"]


def test_rounding_is_forgiven():
    """`x[i] += h`, and later `x[i] -= h`, may not give back the very same number."""
    assert changed(X, X + 1e-9) == []


def test_what_comes_back_may_be_anything():
    for odd in (None, "x", [1], {"a": 1}, 3, np.zeros(1)):
        assert changed(X, odd) in ([], ["x"])


def test_in_place_costs_its_test_and_nothing_else(tmp_path):
    """In the real jail: the answers are right, so the properties keep their points."""
    course = find_course(None)
    (tmp_path / "ann.py").write_text(course.assignment("04").concept("batchnorm").reference.read_text() + IN_PLACE)
    options = Options(only=["batchnorm_forward"], quiet=True)
    (result,) = grade(course.root, "04", [tmp_path / "ann.py"], tmp_path / "out", options).results
    (exercise,) = (e for e in result.exercises if e.id == "batchnorm_forward")
    failed = [t for t in exercise.tests if t.outcome != "passed"]
    assert len(failed) == 1 and "changed its argument x in place" in failed[0].message
    assert exercise.earned == pytest.approx(exercise.possible - failed[0].possible)
    assert not exercise.credit


# --- in a suite --------------------------------------------------------------------------------------------------------

IN_PLACE = """

_right = batchnorm_forward


def batchnorm_forward(x, gamma, beta, eps=1e-5):
    found = _right(x.copy(), gamma, beta, eps)
    x -= x.mean(axis=0)
    return found
"""
ON_A_COPY = IN_PLACE.replace("    x -=", "    x = x.copy()\n    x -=")


@pytest.mark.parametrize(("code", "passes"), [(IN_PLACE, False), (ON_A_COPY, True), ("", True)])
def test_one_test_minds(code, passes):
    """The others give their points: what they ask for is right."""
    course = find_course(None)
    assignment = course.assignment("04")
    exercise = assignment.get("batchnorm_forward")
    plan = Plan.make(course, assignment.select([exercise.id]), seed=0)
    text = course.assignment("04").concept("batchnorm").reference.read_text() + code
    files = [assignment.concept("batchnorm").hidden]

    def work(runner):
        return Trial(plan, runner, exercise).runs_of("tried", text, 0)

    runs = with_suites(files, plan.exercises_of_module, work, root=assignment.folder)
    assert [r.passed for r in runs] == [passes, True, True, True, True]
    if not passes:
        assert "batchnorm_forward changed its argument x in place" in runs[0].judgement.finding.text
