"""Degenerate pairs: a forward and a backward that do nothing, and yet fit each other. They must earn nothing.

Each is made around the reference, which only tells the shapes: zeros, a constant, the input itself, a copy of it. The
backward is the true derivative of its forward, so that a gradient check without a reference would be content with it.
"""

from __future__ import annotations

from autograder.course import Assignment, Exercise
from autograder.course.source import ModuleSource

FORWARD = {
    "zero": "_fill(out, 0.0)",
    "constant": "_fill(out, 1.0)",
    "identity": "_input_like(out, args, kwargs, False)",
    "copy": "_input_like(out, args, kwargs, True)",
}
BACKWARD = {
    "zero": "_map(lambda g: _fill(g, 0.0), grads)",
    "constant": "_map(lambda g: _fill(g, 1.0), grads)",
    "identity": "_map(lambda g: _same_or_zero(g, dout, False), grads)",
    "copy": "_map(lambda g: _same_or_zero(g, dout, True), grads)",
}
PAIRS = [
    ("zero", "zero"),
    ("constant", "zero"),
    ("constant", "constant"),
    ("identity", "identity"),
    ("copy", "copy"),
]
"""Forward and backward of a pair."""

HELPERS = """

def _fill(value, number):
    return value * 0 + number


def _map(change, value):
    if isinstance(value, (tuple, list)):
        return type(value)(_map(change, v) for v in value)
    if isinstance(value, dict):
        return {k: _map(change, v) for k, v in value.items()}
    return change(value)


def _shape(value):
    return tuple(getattr(value, "shape", ()))


def _copied(value, copy):
    return value + 0 if copy else value


def _input_like(out, args, kwargs, copy):
    for value in (*args, *kwargs.values()):
        if _shape(value) == _shape(out) and _shape(value):
            return _copied(value, copy)
    return _fill(out, 0.0)


def _same_or_zero(gradient, dout, copy):
    return _copied(dout, copy) if _shape(gradient) == _shape(dout) else _fill(gradient, 0.0)
"""

ONE_FORWARD = """

_right_{name} = {name}


def {name}(*args, **kwargs):
    result = _right_{name}(*args, **kwargs)
    if not isinstance(result, tuple):
        return _map(lambda out: {change}, result)
    return tuple(r if i in {kept} else _map(lambda out: {change}, r) for i, r in enumerate(result))
"""

ONE_BACKWARD = """

_right_{name} = {name}


def {name}(dout, *args, **kwargs):
    grads = _right_{name}(dout, *args, **kwargs)
    return {change}
"""


def owners_of(assignment: Assignment, module: str) -> dict[str, Exercise]:
    """Names that are asked for in a module, with their exercises."""
    return {name: e for e in assignment.exercise if e.module == module for name in e.names}


def pairs_of(assignment: Assignment, exercise: Exercise) -> list[tuple[str, str]]:
    """The forward/backward pairs that an exercise is, or is a part of."""
    owners = owners_of(assignment, exercise.module)
    pairs = []
    for name in exercise.names:
        stem = name.removesuffix("_forward").removesuffix("_backward")
        forward = f"{stem}_forward" if f"{stem}_forward" in owners else stem
        pair = (forward, f"{stem}_backward")
        if name in pair and all(half in owners for half in pair) and pair not in pairs:
            pairs.append(pair)
    return pairs


def empty_pairs(source: ModuleSource, assignment: Assignment, exercise: Exercise) -> dict[str, str]:
    """Name of the stand-in -> module text, for exercises that are (a part of) a forward/backward pair."""
    owners, pairs = owners_of(assignment, exercise.module), pairs_of(assignment, exercise)
    if not pairs or not {half for pair in pairs for half in pair} >= set(exercise.names):
        return {}
    found = {}
    for ahead, back in PAIRS:
        parts = [source.text, HELPERS]
        for forward, backward in pairs:
            kept = source.opaque_positions(forward, owners[forward].opaque)
            parts.append(ONE_FORWARD.format(name=forward, change=FORWARD[ahead], kept=kept))
            parts.append(ONE_BACKWARD.format(name=backward, change=BACKWARD[back]))
        label = ahead if ahead == back else f"{ahead}/{back}"
        found[f"{label} pair"] = "".join(parts)
    if all(name.endswith("_backward") for name in exercise.names):
        for kind in ("zero", "constant", "identity"):
            texts = [ONE_BACKWARD.format(name=name, change=BACKWARD[kind]) for name in exercise.names]
            found[f"{kind} backward of the right forward"] = "".join([source.text, HELPERS, *texts])
    return found
