"""Attacks on training exercises: submissions that reach for the threshold without doing what the exercise asks.

A *look-up* knows the assignment's public data sets by heart; a *nearest neighbour* compares with the given rows and
learns nothing. Neither may reach a threshold. They take the place of `train_x(data, seed, ...)`. Where `data` has hidden
inputs (an "x_..." without its "y_..."), both return `scores`. Where weights are asked for instead, the look-up returns
those that the reference gets from the public rows; there is nothing to compare with, so the other one gives up.
"""

from __future__ import annotations

import ast

from autograder.course import Assignment, Exercise
from autograder.course.source import ModuleSource

HELPERS = '''

import numpy as _np


def _public():
    """Rows and labels of the public data sets: images as flat rows from 0 to 1."""
    from autograder.data import DataError, load

    for name in {data!r}:
        try:
            found = load(name)
        except DataError:
            continue
        x = _np.concatenate([found.x_train, found.x_test])
        yield x.reshape(len(x), -1), _np.concatenate([found.y_train, found.y_test])


def _nearest(rows, among):
    """For each row, the index of the most similar one."""
    rows, among = _np.asarray(rows, float).reshape(len(rows), -1), _np.asarray(among, float).reshape(len(among), -1)
    return ((rows**2).sum(1)[:, None] - 2 * rows @ among.T + (among**2).sum(1)).argmin(1)


def _hidden(data):
    return [k for k in data if k.startswith("x_") and k.replace("x_", "y_", 1) not in data]


def _scores(labels, y):
    if _np.asarray(y).dtype.kind == "f":
        return _np.asarray(labels)
    return _np.eye(int(_np.max(y)) + 1, dtype=_np.float32)[labels]


def _look_up(data, right, seed, args, kwargs):
    for x, y in _public():
        if x.shape[1] != _np.asarray(data["x_train"])[0].size:
            continue
        hidden = _hidden(data)
        if hidden:
            known = y[_nearest(data["x_train"], x)]
            new = _np.asarray(data["y_train"])
            translated = {{k: _np.bincount(new[known == k]).argmax() for k in set(known.tolist())}}
            found = [translated.get(k, 0) for k in y[_nearest(data[hidden[0]], x)].tolist()]
            return {{"scores": _scores(found, new)}}
        order, forged, at = _np.random.default_rng(seed).permutation(len(x)), dict(data), 0
        for key in [k for k in data if k.startswith("x_")]:
            rows, label = order[at : at + len(data[key])], key.replace("x_", "y_", 1)
            forged[key] = x[rows].reshape(_np.asarray(data[key]).shape).astype(_np.asarray(data[key]).dtype)
            forged[label] = y[rows].astype(_np.asarray(data[label]).dtype)
            at += len(rows)
        return right(forged, seed, *args, **kwargs)
    raise LookupError("no public data set has rows of this size")


def _nearest_neighbour(data, right, seed, args, kwargs):
    x, y = data["x_train"], _np.asarray(data["y_train"])
    (hidden,) = _hidden(data)
    return {{"scores": _scores(y[_nearest(data[hidden], x)], y)}}
'''

ONE = """

_right_{name} = {name}


def {name}(data, seed, *args, **kwargs):
    return {attack}(data, _right_{name}, seed, args, kwargs)
"""

ATTACKS = {"look-up in the public data": "_look_up", "nearest neighbour": "_nearest_neighbour"}


def attacks(source: ModuleSource, assignment: Assignment, exercise: Exercise) -> dict[str, str]:
    """Name of the attack -> module text, for a training exercise with a `train_x(data, seed, ...)`."""
    trained = [n for n in exercise.names if n.startswith("train") and _takes_data(source, n)]
    if not exercise.training or not trained:
        return {}
    helpers = HELPERS.format(data=list(assignment.data))
    return {
        label: source.text + helpers + "".join(ONE.format(name=name, attack=attack) for name in trained)
        for label, attack in ATTACKS.items()
    }


def _takes_data(source: ModuleSource, name: str) -> bool:
    node = source.definition(name)
    return isinstance(node, ast.FunctionDef) and [a.arg for a in node.args.args[:2]] == ["data", "seed"]
