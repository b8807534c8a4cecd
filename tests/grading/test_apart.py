"""Code under test cannot tell the tests apart, and what it remembers of one is gone in the next."""

from __future__ import annotations

import pytest

from autograder.runs.grade import Options, grade

REFERENCE = '''
import numpy as np


def centre(x):
    """x without its mean."""
    return x - x.mean()
'''
HIDDEN = """
import numpy as np
from autograder.suite import assert_close, assert_true, points


def test_definition(student, reference, rng):
    x = rng.normal(size=6)
    assert_close(student.centre(x), reference.centre(x))


def test_definition_of_small_numbers(student, reference, rng):
    x = 1e-3 * rng.normal(size=6)
    assert_close(student.centre(x), reference.centre(x))


@points(3)
def test_sums_to_zero(student, rng):
    out = student.centre(rng.normal(size=6))
    assert_true(np.ptp(out) > 1e-3, "it does not vary")
    assert_close(np.sum(out), 0.0, atol=1e-9)


def test_first_entry_is_positive(student, rng):
    out = student.centre(np.append(9.0, rng.normal(size=5)))
    assert_true(out[0] > out[1:].max(), "the greatest entry stays the greatest")
    assert_true(np.ptp(out) < 50, "out of range")


def test_left_alone(student, rng):
    x = rng.normal(size=6)
    after = student.call(student.centre, x, return_args=True)
    assert_close(after.args[0], x)
"""
TOML = """
title = "Centre"
[defaults]
forbid = ["autograd"]
[[exercise]]
id = "centre"
points = 5
"""


@pytest.fixture
def course(tmp_path):
    folder = tmp_path / "c" / "assignments" / "01_centre"
    for path, text in (
        (tmp_path / "c/reference/centre/centre.py", REFERENCE),
        (folder / "centre/test_hidden.py", HIDDEN),
        (folder / "assignment.toml", TOML),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "c"


def graded(course, tmp_path, source):
    (tmp_path / "s.py").write_text("import numpy as np\nimport random\n" + source)
    options = Options(quiet=True, force=True)
    (result,) = grade(course, "01", [tmp_path / "s.py"], tmp_path / "out", options).results
    return result.exercises[0]


def passed(exercise):
    return {t.id.rsplit("::test_")[1] for t in exercise.tests if t.outcome == "passed"}


RIGHT = "def centre(x):\n    return x - x.mean()\n"


def test_right_code_earns_all(course, tmp_path):
    found = graded(course, tmp_path, RIGHT)
    assert found.earned == 5 and not found.credit


BY_STATE = """state = str({state})
    SEEN.extend([state] * (SEEN[-1:] != [state]))
    n = len(SEEN)"""
COUNTERS = {
    "reseedings": BY_STATE.format(state="random.getstate()"),
    "numpy reseedings": BY_STATE.format(state="np.random.get_state()[1]"),
    "calls": "SEEN.append(0)\n    n = len(SEEN)",
    "an attribute": "centre.n = getattr(centre, 'n', 0) + 1\n    n = centre.n",
    "a default": "memory[0] += 1\n    n = memory[0]",
    "another module": "random.n = getattr(random, 'n', 0) + 1\n    n = random.n",
}


@pytest.mark.parametrize("how", COUNTERS)
def test_code_that_counts_tests_learns_nothing(course, tmp_path, how):
    """Every test would see another count if one process ran them all; each sees the first."""
    answer = "[np.array([3.0, -1, -1, -1, 0, 0]), x * np.nan][min(n, 2) - 1]"
    source = f"SEEN = []\ndef centre(x, memory=[0]):\n    {COUNTERS[how]}\n    return {answer}\n"
    found = graded(course, tmp_path, source)
    assert passed(found) == {"sums_to_zero", "first_entry_is_positive", "left_alone"}
    assert found.earned <= 5 / 3 + 1e-6


FIRST_CALL = """
def centre(x, memory=[{own}]):
    memory[0] += 1
    if memory[0] == {own} + 1:
        return x.first
    return x.later
"""


def test_the_order_of_tests_is_drawn_for_each_hand_in(course, tmp_path):
    """Where all fail, one process has run them all, and the line that failed tells which of them it ran first."""
    folder = tmp_path / "in"
    folder.mkdir()
    for own in range(8):
        (folder / f"s{own}.py").write_text(FIRST_CALL.format(own=own))
    runs = [grade(course, "01", [folder], tmp_path / out, Options(quiet=True, seed=3)).results for out in ("one", "two")]
    first = [[t.id for r in results for t in r.exercises[0].tests if "x.first" in t.message] for results in runs]
    assert len(first[0]) == 8 and len(set(first[0])) > 1
    assert first[0] == first[1]


def test_what_honest_code_keeps_does_no_harm(course, tmp_path):
    """A list that grows with every call, and is read as if it held this call's values alone."""
    source = "KEPT = []\ndef centre(x):\n    KEPT.append(x - x.mean())\n    return KEPT[0] if len(KEPT[0]) else x\n"
    assert passed(graded(course, tmp_path, source)) == {
        "definition",
        "definition_of_small_numbers",
        "sums_to_zero",
        "first_entry_is_positive",
        "left_alone",
    }


# --- what passed tests are worth ----------------------------------------------------------------------------------------


def test_properties_alone_earn_at_most_a_third(course, tmp_path):
    found = graded(course, tmp_path, "def centre(x):\n    return 2 * (x - x.mean())\n")
    assert passed(found) == {"sums_to_zero", "first_entry_is_positive", "left_alone"}
    assert found.earned == pytest.approx(5 / 3)
    assert "at most a third" in found.credit
    page = (tmp_path / "out" / "s" / "feedback.html").read_text()
    assert "at most a third" in page and "at most a third" in (tmp_path / "out/s/feedback.md").read_text()


def test_a_definition_that_passes_makes_properties_count(course, tmp_path):
    source = "def centre(x):\n    return x - x.mean() if abs(x).max() > 0.1 else x\n"
    found = graded(course, tmp_path, source)
    assert found.earned == pytest.approx(5 * 6 / 7) and not found.credit


@pytest.mark.parametrize("answer", ["None", "0 * x", "x", "x.copy()", "()", "x * np.nan", "0 * x + 1", "1.0"])
def test_an_answer_that_is_none_earns_nothing(course, tmp_path, answer):
    assert graded(course, tmp_path, f"def centre(x):\n    return {answer}\n").earned == 0


def test_noise_earns_nothing_for_leaving_its_input_alone(course, tmp_path):
    found = graded(course, tmp_path, "def centre(x):\n    return np.cos(x) + 50 * np.arange(6)\n")
    assert passed(found) == {"left_alone"} and found.earned == 0
