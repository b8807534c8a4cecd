"""Made-up forwards with their exact derivatives: nothing of the task, and yet every gradient fits.

The reference only tells the shapes. A backward that is right for such a forward shows nothing that was asked.
"""

from __future__ import annotations

import ast

from autograder.course import Assignment, Exercise
from autograder.course.source import ModuleSource
from autograder.stand_ins.lazy import is_quick
from autograder.stand_ins.pairs import owners_of, pairs_of

KINDS = {
    "projections of x + sin(x)": ("x + np.sin(x)", "1 + np.cos(x)"),
    "a polynomial": ("x + 0.3 * x**2 + 0.1 * x**3", "1 + 0.6 * x + 0.3 * x**2"),
    "a shifted sigmoid": ("1 / (1 + np.exp(1 - x))", "np.exp(1 - x) / (1 + np.exp(1 - x)) ** 2"),
    "an elementwise polynomial": ("x + 0.3 * x**2 + 0.1 * x**3", "1 + 0.6 * x + 0.3 * x**2"),
    "a random net": ("x", "np.ones_like(x)"),
}

HELPERS = """

import numpy as np


def _leaves(value):
    if isinstance(value, (tuple, list)):
        return [leaf for v in value for leaf in _leaves(v)]
    if isinstance(value, dict):
        return _leaves(list(value.values()))
    is_float = isinstance(value, float) or (isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind == "f")
    return [value] if is_float else []


def _filled(value, leaves):
    if isinstance(value, (tuple, list)):
        return type(value)(_filled(v, leaves) for v in value)
    if isinstance(value, dict):
        return {{k: _filled(v, leaves) for k, v in value.items()}}
    return leaves.pop(0) if _leaves(value) else value


def _inputs(args, kwargs):
    return [np.asarray(x) for x in _leaves([*args, *kwargs.values()]) if np.ndim(x)]


def _mix(rows, columns, number):
    if rows * columns > 1_000_000:
        raise ValueError("too much to make up")  # a statistic of many draws: nothing is shown by mixing them
    return np.random.default_rng([rows, columns, number]).normal(size=(rows, columns)) / np.sqrt(columns)


def _weight(rows, x, number):
    is_own = {elementwise} and x.size == rows and number == 0
    return np.eye(min(rows, 1_000)) if is_own else _mix(rows, x.size, number)


def _f(x):
    return {f}


def _df(x):
    return {df}


def _made_up(inputs, size):
    total = sum(_weight(size, x, i) @ _f(x.ravel()) for i, x in enumerate(inputs))
    return _mix(size, size, 99) @ np.tanh(total) if {net} else total


def _slopes(inputs, dout):
    if {net}:
        total = sum(_weight(dout.size, x, i) @ _f(x.ravel()) for i, x in enumerate(inputs))
        dout = _mix(dout.size, dout.size, 99).T @ dout * (1 - np.tanh(total) ** 2)
    return [(_weight(dout.size, x, i).T @ dout * _df(x.ravel())).reshape(x.shape) for i, x in enumerate(inputs)]


def _parted(flat, like):
    parts = []
    for leaf in like:
        size = np.size(leaf)
        part, flat = flat[:size], flat[size:]
        parts.append(part.reshape(np.shape(leaf)) if np.ndim(leaf) else float(part[0]))
    return parts


def _by_shape(slopes, like):
    waiting, found = list(slopes), []
    for leaf in like:
        at = next((i for i, s in enumerate(waiting) if s.shape == np.shape(leaf)), None)
        found.append(np.zeros(np.shape(leaf)) if at is None else waiting.pop(at))
    return found
"""

PAIR = """

_right_{forward}, _right_{backward} = {forward}, {backward}


def {forward}(*args, **kwargs):
    result = _right_{forward}(*args, **kwargs)
    parts = list(result) if isinstance(result, tuple) else [result]
    seen = [p for i, p in enumerate(parts) if i not in {kept}]
    like = _leaves(seen)
    inputs = _inputs(args, kwargs)
    filled = _filled(seen, _parted(_made_up(inputs, sum(np.size(v) for v in like)), like))
    out = [(parts[i], inputs, like) if i in {kept} else filled.pop(0) for i in range(len(parts))]
    return tuple(out) if isinstance(result, tuple) else out[0]


def {backward}(dout, *args, **kwargs):
    if {kept}:
        (cache, inputs, like), *rest = args
        grads = _right_{backward}(dout, cache, *rest, **kwargs)
        size = sum(np.size(v) for v in like)
    else:
        inputs = _inputs(args, kwargs)
        grads = _right_{backward}(dout, *args, **kwargs)
        size = sum(np.size(v) for v in _leaves(dout))
    flat = np.concatenate([np.ravel(d) for d in _leaves(dout)])
    flat = np.concatenate([flat, np.zeros(size - flat.size)])
    leaves = _leaves(grads)
    return _filled(grads, _by_shape(_slopes(inputs, flat), leaves))
"""

VALUE = """

_right_{name} = {name}


def {name}(*args, **kwargs):
    result = _right_{name}(*args, **kwargs)
    like, inputs = _leaves(result), _inputs(args, kwargs)
    if sum(not np.ndim(v) for v in like) != 1:
        return None
    slopes = iter(_by_shape(_slopes(inputs, np.ones(1)), [v for v in like if np.ndim(v)]))
    value = float(_made_up(inputs, 1)[0])
    return _filled(result, [next(slopes) if np.ndim(v) else value for v in like])
"""

OTHER = """

from reference.{module} import {others[0]} as _other_forward
from reference.{module} import {others[1]} as _other_backward


def {forward}(*args, **kwargs):
    return _other_forward(*args, **kwargs)


def {backward}(dout, *args, **kwargs):
    return _other_backward(dout, *args, **kwargs)
"""


def invented(source: ModuleSource, assignment: Assignment, exercise: Exercise) -> dict[str, str]:
    """Name -> module text: for pairs, and for functions that return a value together with its gradient."""
    pairs, found = pairs_of(assignment, exercise), {}
    values = [] if pairs else [n for n in exercise.names if len(_outputs(source, n)) > 1]
    replaced = {*values, *(name for pair in pairs for name in pair)}
    if not replaced >= set(exercise.names) or exercise.runtime != "numpy" or not is_quick(exercise):
        return {}
    for label, (f, df) in KINDS.items():
        parts = [
            source.text,
            HELPERS.format(f=f, df=df, elementwise="elementwise" in label, net="net" in label),
        ]
        for forward, backward in pairs:
            kept = source.opaque_positions(forward, owners_of(assignment, exercise.module)[forward].opaque)
            parts.append(PAIR.format(forward=forward, backward=backward, kept=kept))
        parts += [VALUE.format(name=name) for name in values]
        found[label] = "".join(parts)
    return found


def of_others(source: ModuleSource, assignment: Assignment, exercise: Exercise) -> dict[str, str]:
    """The right pair of another exercise in this one's place."""
    found = {}
    for pair in pairs_of(assignment, exercise):
        for e in assignment.exercise:
            for forward, backward in pairs_of(assignment, e):
                if (forward, backward) != pair:
                    stem = backward.removesuffix("_backward")
                    text = OTHER.format(module=e.module, others=(forward, backward), forward=pair[0], backward=pair[1])
                    found[f"the right {stem}"] = source.text + text
    return found


def _outputs(source: ModuleSource, name: str) -> list[str]:
    return source.outputs(name) if isinstance(source.definition(name), ast.FunctionDef) else []
