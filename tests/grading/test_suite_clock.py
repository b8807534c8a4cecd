"""What a test's own code may compute: an answer that takes for ever to check costs that test, and not the grader's day."""

import signal
import sys
import time

import pytest

from autograder.grading import suite_clock
from autograder.grading.suite_clock import SuiteClock, TooLong, paused
from autograder.runs.grade import Options, grade

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a grader's own signals")

COURSE = {
    "reference/count/count.py": '''
import numpy as np


def ranks(x: np.ndarray) -> np.ndarray:
    """How many entries are below each entry of x."""
    return (x[:, None] > x).sum(1)


def twice(x: np.ndarray) -> np.ndarray:
    """2 x."""
    return 2 * x
''',
    "assignments/01_count/count/test_hidden.py": '''
from autograder.suite import assert_close, exercise


@exercise("ranks")
def test_pairs(student, rng):
    """Whatever is returned, it is looked at pair by pair."""
    out = student.ranks(rng.normal(size=20))
    try:
        assert sum(a < b for a in out for b in out) == 190
    except Exception:
        raise AssertionError("nothing that ends a test is an Exception") from None


@exercise("ranks")
def test_ranks(student, reference, rng):
    x = rng.normal(size=7)
    out = student.ranks(x)
    assert_close(out[:7], reference.ranks(x))


@exercise("twice")
def test_twice(student, reference, rng):
    x = rng.normal(size=5)
    assert_close(student.twice(x), reference.twice(x))
''',
    "assignments/01_count/assignment.toml": """
title = "Count"
[defaults]
module = "count"
seconds = 1
[[exercise]]
id = "ranks"
[[exercise]]
id = "twice"
""",
}
HOSTILE = """
import numpy as np
def ranks(x):
    right = (x[:, None] > x).sum(1)
    return right if len(x) == 7 else np.zeros(1_000_000)
def twice(x):
    return 2 * x
"""


@pytest.fixture
def course(tmp_path):
    for name, text in COURSE.items():
        path = tmp_path / "c" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "c"


def test_an_answer_that_takes_too_long_to_check_costs_its_test_and_no_other(course, tmp_path):
    """A million entries, pair by pair, would be a day."""
    (tmp_path / "hostile.py").write_text(HOSTILE)
    (tmp_path / "right.py").write_text(COURSE["reference/count/count.py"])
    options = Options(quiet=True, jobs=1)
    hand_ins = [tmp_path / "hostile.py", tmp_path / "right.py"]
    hostile, right = grade(course, "01", hand_ins, tmp_path / "out", options).results
    assert right.score == right.possible
    ranks, twice = hostile.exercises
    assert {t.id.rpartition("::")[2]: t.outcome for t in ranks.tests} == {
        "test_pairs": "timeout",
        "test_ranks": "passed",
    }
    message = next(t.message for t in ranks.tests if t.outcome == "timeout")
    assert "takes far longer to check than a right answer" in message
    assert "CPU time" not in message
    assert twice.earned == twice.possible


def burn(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_the_clock_ends_a_loop_that_catches_every_exception():
    clock = SuiteClock(0.05)
    with clock:
        while True:
            try:
                burn(10)
            except Exception:
                raise AssertionError from None
    assert clock.is_over and clock.used == 0.05
    burn(0.1)  # it has ended: nothing interrupts what comes after
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_what_is_paused_does_not_count_and_the_rest_does():
    clock = SuiteClock(0.3)
    with clock, paused():
        burn(0.6)
    assert not clock.is_over and clock.used < 0.3
    with clock, paused():
        pass
    with clock:
        with paused():
            burn(0.1)
        burn(10)
    assert clock.is_over


def test_an_interruption_that_an_object_swallows_is_repeated(monkeypatch):
    monkeypatch.setattr(suite_clock, "AGAIN", 0.02)
    swallowed = []

    class Stubborn:
        def __del__(self):
            try:
                burn(10)
            except TooLong as error:
                swallowed.append(error)

    clock = SuiteClock(0.05)
    with clock:
        thing = Stubborn()
        del thing
        burn(10)
    assert clock.is_over and len(swallowed) == 1


def test_time_beyond_the_usual_is_the_submission_s():
    clock = SuiteClock(1.0)
    with clock:
        burn(0.05)
    assert clock.beyond == 0.0
    with clock:
        burn(0.4)
    assert clock.beyond == pytest.approx(clock.used - 0.2)
    assert clock.beyond > 0.1
