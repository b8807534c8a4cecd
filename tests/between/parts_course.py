"""A small course in which one exercise calls another, one forbids a function, and messages say much."""

from pathlib import Path

from autograder.course import Course

REFERENCE = '''
import numpy as np


def halve(x):
    """Half of x."""
    return x / 2


def quarter(x):
    """A quarter of x, by halving twice."""
    return halve(halve(x))


def eighth(x):
    """An eighth of x."""
    return quarter(x) / 2


def mean(x):
    """The mean of each column, without np.mean."""
    return x.sum(0) / len(x)
'''
HIDDEN = '''
import numpy as np
from autograder.suite import assert_close, exercise


@exercise("halve")
class TestHalve:
    def test_vector(self, student, reference, rng):
        """halve(x) is x / 2."""
        x = rng.normal(size=5)
        assert_close(student.halve(x), reference.halve(x), "the half")

    def test_matrix(self, student, reference, rng):
        """halve(x) is x / 2 for a matrix, too."""
        x = rng.normal(size=(6, 4))
        assert_close(student.halve(x), reference.halve(x), "the half")


@exercise("quarter")
def test_quarter(student, reference, rng):
    """quarter(x) is x / 4."""
    x = rng.normal(size=(6, 4))
    assert_close(student.quarter(x), reference.quarter(x), "the quarter")


@exercise("eighth")
def test_eighth(student, reference, rng):
    """eighth(x) is x / 8."""
    x = rng.normal(size=(6, 4))
    assert_close(student.eighth(x), reference.eighth(x), "the eighth")


@exercise("mean")
def test_mean(student, reference, rng):
    """mean(x) is the mean of each column."""
    x = rng.normal(size=(6, 4))
    assert_close(student.mean(x), reference.mean(x), "the mean")
'''
TOML = """
title = "Parts"
[defaults]
module = "parts"
forbid = ["autograd", "numpy.mean"]
seconds = 1
[[exercise]]
id = "halve"
[[exercise]]
id = "quarter"
needs = ["halve"]
[[exercise]]
id = "eighth"
needs = ["quarter"]
[[exercise]]
id = "mean"
"""
HALVE = "def halve(x):\n    return x / 2\n"
QUARTER = "def quarter(x):\n    return halve(halve(x))\n"
EIGHTH = "def eighth(x):\n    return quarter(x) / 2\n"
MEAN = "def mean(x):\n    return x.sum(0) / len(x)\n"
RIGHT = "\n\n".join(["import numpy as np", HALVE, QUARTER, EIGHTH, MEAN])


def make(root: Path) -> Course:
    folder = root / "assignments" / "01_parts"
    for path, text in (
        (root / "reference/parts/parts.py", REFERENCE),
        (folder / "parts/test_hidden.py", HIDDEN),
        (folder / "assignment.toml", TOML),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Course(root)
