"""The example course with one more exercise: write a test of softplus."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from autograder.authoring.scaffold import init_course
from autograder.course import Course

REFERENCE = '''
"""A test of softplus that lets nothing wrong through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def test_softplus(f: Callable[[np.ndarray], np.ndarray]) -> bool:
    """Say whether `f` is a right softplus: True if it is, False (or an AssertionError) if it is not.

    `f` takes a float array and should do what the exercise `softplus` asks for. Right implementations differ in their
    rounding: compare with a tolerance.
    """
    x = np.array([-700.0, -40.0, -1.0, 0.0, 2.0, 40.0, 700.0, 1000.0])
    before = x.copy()
    wanted = np.logaddexp(0, x)
    found = f(x)
    return bool(np.allclose(found, wanted, rtol=1e-9, atol=0)) and bool(np.array_equal(x, before))
'''

PUBLIC = '''
import numpy as np

from autograder.suite import assert_true


def test_notices_zeros(student):
    """It refuses a function that is zero everywhere."""
    try:
        verdict = student.test_softplus(lambda x: np.zeros_like(x))
    except AssertionError:
        verdict = False
    assert_true(verdict is not None and not verdict, "your test accepts a function that is 0 everywhere")
'''

HIDDEN = '''
def test_notices_an_overflow(student, versions, rng):
    """It notices that large inputs overflow."""
    versions.check(student.test_softplus, rng, "overflow")


def test_notices_lost_digits(student, versions, rng):
    """It notices that small results lose their digits."""
    versions.check(student.test_softplus, rng, "no-log1p")


def test_notices_a_wrong_formula(student, versions, rng):
    """It notices a wrong formula."""
    versions.check(student.test_softplus, rng, "no-ramp", "MUTANT")


def test_notices_changed_arguments(student, versions, rng):
    """It notices a function that changes its argument."""
    versions.check(student.test_softplus, rng, "in-place")
'''

MISTAKES = """
from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "kill_softplus/moderate-only",
        old="[-700.0, -40.0, -1.0, 0.0, 2.0, 40.0, 700.0, 1000.0]",
        new="[-2.0, -1.0, 0.0, 2.0, 3.0]",
        hint="Your test tries moderate inputs only. Where do formulas of this kind break?",
    ),
    Mistake(
        "kill_softplus/exact",
        old="bool(np.allclose(found, wanted, rtol=1e-9, atol=0))",
        new="bool(np.array_equal(found, np.log1p(np.exp(x))))",
        hint="Your test asks for equal bits. Right implementations differ in their last digits.",
    ),
    Mistake(
        "kill_softplus/absolute",
        old="rtol=1e-9, atol=0",
        new="rtol=1e-9, atol=1e-6",
        hint="Your tolerance is absolute. What does it say about results that are themselves tiny?",
    ),
    Mistake(
        "kill_softplus/argument-not-looked-at",
        old=" and bool(np.array_equal(x, before))",
        new="",
        hint="Your test does not look at what became of the argument.",
    ),
]
"""

ASSERTING = """
import numpy as np


def test_softplus(f):
    for value in (-600.0, -50.0, -3.0, 0.5, 30.0, 900.0):
        x = np.full((2, 3), value)
        y = f(x)
        assert y.shape == (2, 3)
        assert (x == value).all()
        assert abs(y - np.logaddexp(0.0, value)).max() <= 1e-10 * np.logaddexp(0.0, value)
"""

RECORD = """

[[exercise]]
id = "kill_softplus"
kind = "mutants"
target = "softplus"
names = ["test_softplus"]
points = 3
forbid = ["autograd"]
"""

IN_PLACE = """    Mistake(
        "softplus/in-place",
        old=RIGHT,
        new="y = np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))\\n    x += 1\\n    return y",
        hint="x is changed.",
    ),
]
"""


def kill_course(folder: Path) -> Course:
    course = init_course(folder)
    home = folder / "assignments/01_example"
    softplus = home / "softplus/mistakes.py"
    softplus.write_text(softplus.read_text().rstrip().removesuffix("]") + IN_PLACE)
    (folder / "reference/example/kill_softplus.py").write_text(dedent(REFERENCE).lstrip())
    own = home / "kill_softplus"
    (own / "alternatives").mkdir(parents=True)
    mutant = "mutant: softplus: off by one: np.maximum(x, 0) -> np.maximum(x, 1)"
    (own / "test_hidden.py").write_text(HIDDEN.replace("MUTANT", mutant).lstrip())
    (own / "test_public.py").write_text(PUBLIC.lstrip())
    (own / "mistakes.py").write_text(MISTAKES.lstrip())
    (own / "alternatives/asserting.py").write_text(ASSERTING.lstrip())
    record = home / "assignment.toml"
    record.write_text(record.read_text() + RECORD)
    notebook = home / "notebook.md"
    notebook.write_text(notebook.read_text() + "\n\n## Test it\n\n<!-- exercise: kill_softplus -->\n")
    return course
