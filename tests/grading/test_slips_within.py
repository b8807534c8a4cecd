"""A forward and a backward in one exercise: the forward has earned its backward's points by the tests that ask for it alone."""

from __future__ import annotations

import pytest

from autograder.runs.grade import Options, grade

REFERENCE = '''
import numpy as np


def swell_forward(x: np.ndarray, w: np.ndarray, sharp: bool = False) -> tuple[np.ndarray, tuple]:
    """h = tanh(x w), and where it is sharp h + h^3 instead. Returns out and a cache."""
    h = np.tanh(x * w)
    out = h + h**3 if sharp else h
    cache = (x, w, sharp, h)
    return out, cache


def swell_backward(dout: np.ndarray, cache: tuple) -> tuple[np.ndarray, np.ndarray]:
    """dx and dw."""
    x, w, sharp, h = cache
    dh = dout * (1 + 3 * h**2) if sharp else dout
    da = dh * (1 - h**2)
    return da * w, (da * x).sum(0)
'''
HIDDEN = """
import numpy as np
from autograder.suite import assert_close, check_backward, points


def draw(rng, n=5):
    return {"x": rng.normal(size=(n, 3)), "w": rng.normal(size=3)}


@points(2)
def test_plain(student, reference, rng):
    given = draw(rng)
    assert_close(student.swell_forward(**given)[0], reference.swell_forward(**given)[0], "out")


def test_odd(student, rng):
    given = draw(rng, 4)
    out = student.swell_forward(**given)[0]
    given["x"] = -given["x"]
    assert_close(student.swell_forward(**given)[0], -out, "out at -x")


@points(2)
def test_sharp(student, reference, rng):
    given = draw(rng)
    assert_close(student.swell_forward(**given, sharp=True)[0], reference.swell_forward(**given, sharp=True)[0], "out")


@points(4)
def test_gradients_where_it_is_sharp(student, reference, rng):
    check_backward(
        student.swell_forward, student.swell_backward, draw(rng, 6), reference.swell_forward, reference.swell_backward,
        kwargs={"sharp": True}, rng=rng,
    )
"""
TOML = """
title = "Swell"
[defaults]
module = "swell"
points = 9
[[exercise]]
id = "swell"
names = ["swell_forward", "swell_backward"]
opaque = ["cache"]
"""
UNKNOWN = """
import numpy as np
def swell_forward(x, w, sharp=False):
    h = np.tanh(x * w)
    wrong = {wrong}
    return (h + 0.6 * np.sin(2.3 * h) if wrong else h + h**3 if sharp else h), (x, w, sharp, h, wrong)
def swell_backward(dout, cache):
    x, w, sharp, h, wrong = cache
    slope = 1 + 0.6 * 2.3 * np.cos(2.3 * h) if wrong else 1 + 3 * h**2 if sharp else 1
    da = dout * slope * (1 - h**2)
    return da * w, (da * x).sum(0)
"""
GRADIENTS = "test_gradients_where_it_is_sharp"


@pytest.fixture
def graded(tmp_path):
    folder = tmp_path / "c" / "assignments" / "01_swell"
    for path, text in (
        (tmp_path / "c/reference/swell/swell.py", REFERENCE),
        (folder / "swell/test_hidden.py", HIDDEN),
        (folder / "assignment.toml", TOML),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def result(answer):
        (tmp_path / "answer.py").write_text(answer)
        options = Options(quiet=True, jobs=1)
        return grade(tmp_path / "c", "01", [tmp_path / "answer.py"], tmp_path / "out", options).results[0].exercises[0]

    return result


def passed(exercise):
    return {t.id.rpartition("::")[2] for t in exercise.tests if t.outcome == "passed"}


def test_an_honest_forward_is_followed_by_its_backward(graded):
    """Three of the five points of the forward's own tests: an attempt that went wrong in a way nobody has listed."""
    exercise = graded(UNKNOWN.format(wrong="sharp"))
    assert passed(exercise) == {"test_plain", "test_odd", GRADIENTS}
    assert exercise.earned == 7 and not exercise.for_staff


def test_a_forward_with_less_than_half_of_its_points_is_not(graded):
    """Odd it is, and nothing else: a property shows nothing where no definition does."""
    exercise = graded(UNKNOWN.format(wrong="True"))
    assert passed(exercise) == {"test_odd"}
    assert exercise.for_staff


def test_a_forward_that_is_right_wherever_it_alone_is_asked_for_is_not(graded):
    """It goes by the size of its input, and is easy to differentiate where that pays."""
    exercise = graded(UNKNOWN.format(wrong="len(x) == 6"))
    assert passed(exercise) == {"test_plain", "test_odd", "test_sharp"}
    assert exercise.for_staff
