"""Code that watches how it is tested: it counts calls or reseedings, remembers inputs, or goes by shapes.

Each picks one of the lazy answers by what it has seen. With a process for each test there is little to see.
"""

from __future__ import annotations

import ast

from autograder.course import Exercise
from autograder.course.source import ModuleSource
from autograder.stand_ins.lazy import HELPERS, is_quick

CHOICE = {
    "counts calls": "_count()",
    "counts calls from one": "_count() + 1",
    "counts reseedings": "_reseedings()",
    "goes by shapes": "sum(3 * n + 1 for v in given for n in getattr(v, 'shape', ()))",
    "remembers inputs": "_remembered(given)",
}

WATCH = """

import random as _random

_seen = {"calls": 0, "state": None, "changes": -1, "inputs": []}


def _count():
    _seen["calls"] += 1
    return _seen["calls"]


def _reseedings():
    state = hash(_random.getstate())
    if state != _seen["state"]:
        _seen["state"] = state
        _seen["changes"] += 1
    return _seen["changes"]


def _remembered(given):
    shapes = [getattr(v, "shape", None) for v in given]
    _seen["inputs"].append(shapes)
    return _seen["inputs"].index(shapes)


def _picked(number, right, given):
    changes = [lambda v: v * 0, lambda v: _like(v, given, True), lambda v: v * 0 + 1, lambda v: v * float("nan")]
    return _filled(right, changes[number % 4], number % 2 == 1)
"""

FUNCTION = """

_right_{name} = {name}


def {name}(*args, **kwargs):
    right, given = _on_copies(_right_{name}, args, kwargs), [*args, *kwargs.values()]
    return _picked({choice}, right, given)
"""


def stateful(source: ModuleSource, exercise: Exercise) -> dict[str, str]:
    """Name -> module text, for exercises whose names are functions."""
    if not is_quick(exercise) or any(isinstance(source.definition(n), ast.ClassDef) for n in exercise.names):
        return {}
    return {
        label: "".join([source.text, HELPERS, WATCH, *(FUNCTION.format(name=n, choice=choice) for n in exercise.names)])
        for label, choice in CHOICE.items()
    }
