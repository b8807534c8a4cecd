"""Calling a forward and a backward that nobody trusts, and reading what they return.

Every call gets fresh copies, so that in-place code cannot spoil the next one, and every backward gets the
cache of a forward of its own, so that a backward may use its cache up. The cache is passed back unread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from autograder.checks.failure import CheckFailed
from autograder.checks.locate import describe_wrong, listed
from autograder.checks.values import describe, need_numbers, put_back, read_numbers

HUGE = 1e100
"""Greater numbers count as infinite: their squares would be, and every tolerance with them."""

MOST_OUTPUTS = 64
"""No forward has more; a long list of numbers is not an array."""

Point = dict[str, np.ndarray]
Outputs = list[np.ndarray]


@dataclass(frozen=True)
class Problem:
    """What is differentiated at which point, and how the two functions are called."""

    inputs: Mapping[str, Any]
    args: Sequence[Any] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    cache: bool = True
    outputs: Sequence[int] | None = None
    wrt: Sequence[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    axes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    sizes: Mapping[str, int] | None = None
    pure: bool = True

    @property
    def point(self) -> Point:
        return {name: np.asarray(_data(value, name), dtype=np.float64) for name, value in self.inputs.items()}

    def at(self, inputs: Mapping[str, Any]) -> Problem:
        if list(inputs) != list(self.inputs):
            raise ValueError(f"redraw() must return the inputs {list(self.inputs)}, got {list(inputs)}")
        return replace(self, inputs=dict(inputs))

    def grad_name(self, name: str) -> str:
        return self.names.get(name, f"d{name}")

    def factor_sizes(self) -> dict[str, int]:
        """What a constant factor may stand for: as told, or the lengths of the inputs' axes."""
        if self.sizes is not None:
            return dict(self.sizes)
        found: dict[int, str] = {}
        for name, value in self.point.items():
            labels = self.axes.get(name, [])
            for axis, n in enumerate(value.shape):
                label = f"the length of {name}'s axis {axis}"
                if len(labels) == value.ndim:
                    label = f"the {labels[axis]} size"
                found.setdefault(n, label)
        return {label: n for n, label in list(found.items())[:6]}


def _data(value: Any, name: str) -> np.ndarray:
    numbers = read_numbers(value)
    if numbers is None or numbers.kind not in ("float", "int"):
        raise TypeError(f"inputs[{name!r}] must be a float array or number, not {describe(value)}; put it into args")
    return numbers.data


@dataclass(frozen=True)
class ForwardRun:
    """One forward: its outputs as arrays and as they came, and its cache."""

    arrays: Outputs
    raw: list[Any]
    several: bool
    cache: Any

    def cotangent(self, arrays: Outputs) -> Any:
        """What `backward` gets for dout: one value, or a tuple where there are several outputs."""
        filled = [put_back(data, like) for data, like in zip(arrays, self.raw)]
        return tuple(filled) if self.several else filled[0]


def run_forward(forward: Callable[..., Any], problem: Problem, point: Point, *, check_pure: bool = False) -> ForwardRun:
    passed = {name: put_back(data, problem.inputs[name]) for name, data in point.items()}
    result = forward(*passed.values(), *problem.args, **problem.kwargs)
    if check_pure and problem.pure:
        _check_unchanged(passed, point, "the forward")
    cache = None
    if problem.cache:
        if type(result) not in (tuple, list) or len(result) < 2:
            raise CheckFailed(
                f"the forward: expected a tuple (out, cache), got {describe(result)}",
                where={"output": "out", "reason": "type"},
            )
        *rest, cache = result
        result = rest[0] if len(rest) == 1 else tuple(rest)
    several = type(result) in (tuple, list)
    raw = list(result) if several else [result]
    if len(raw) > MOST_OUTPUTS:
        raise CheckFailed(
            f"the forward: expected an array, or a few of them, got {describe(result)}",
            where={"output": "out", "reason": "type"},
        )
    if problem.outputs is not None:
        if not several or max(problem.outputs) >= len(raw):
            raise CheckFailed(
                f"the forward: expected at least {max(problem.outputs) + 1} outputs, got {describe(result)}",
                where={"output": "out", "reason": "length"},
            )
        raw = [raw[i] for i in problem.outputs]
        several = len(raw) > 1
    arrays = []
    for i, value in enumerate(raw):
        name = f"the forward's output {i}" if several else "the forward's output"
        numbers = need_numbers(value, name, "an array of floats")
        if numbers.kind != "float" and not (numbers.is_scalar and numbers.kind == "int"):
            raise CheckFailed(
                f"{name} has dtype {numbers.dtype}, expected floats",
                where={"output": name, "reason": "dtype"},
            )
        arrays.append(np.array(numbers.data, dtype=np.float64))
    return ForwardRun(arrays, raw, several, cache)


def run_backward(
    backward: Callable[..., Any],
    problem: Problem,
    run: ForwardRun,
    cotangents: Outputs,
    *,
    check_pure: bool = False,
) -> Point:
    """The gradients by input name, each checked for shape, dtype and NaN."""
    dout = run.cotangent(cotangents)
    if problem.cache:
        result = backward(dout, run.cache)
    else:
        passed = {name: put_back(data, problem.inputs[name]) for name, data in problem.point.items()}
        result = backward(dout, *passed.values(), *problem.args, **problem.kwargs)
        if check_pure and problem.pure:
            _check_unchanged(passed, problem.point, "the backward")
    if check_pure and problem.pure:
        held = dout if run.several else (dout,)
        labels = [f"dout[{i}]" for i in range(len(held))] if run.several else ["dout"]
        _check_unchanged(dict(zip(labels, held)), dict(zip(labels, cotangents)), "the backward")
    return read_gradients(result, problem)


def _check_unchanged(passed: Mapping[str, Any], before: Point, who: str) -> None:
    for name, value in passed.items():
        numbers = read_numbers(value)
        if numbers is not None and not np.array_equal(numbers.data, before[name].astype(numbers.data.dtype)):
            raise CheckFailed(
                f"{who} changes its argument {name} in place; work on a copy",
                where={"output": name, "reason": "in_place"},
            )


def read_gradients(result: Any, problem: Problem) -> Point:
    """One gradient, a (nested) tuple or list in the order of the inputs, or a dict by name."""
    wanted = [problem.grad_name(name) for name in problem.wrt]
    flat = _by_name(result, problem) if type(result) is dict else None
    if flat is None:
        flat = _flatten(result)
    if len(flat) != len(wanted):
        what = f"{len(flat)} gradients" if type(result) in (list, tuple, dict) else describe(result)
        raise CheckFailed(
            f"the backward returns {what}, expected {len(wanted)}: {', '.join(wanted)}",
            where={"output": "gradients", "reason": "length"},
        )
    point = problem.point
    return {name: _read_gradient(value, name, point[name].shape, problem) for name, value in zip(problem.wrt, flat)}


def _by_name(result: dict[str, Any], problem: Problem) -> list[Any] | None:
    keys = {k for k in result if type(k) is str}
    for spell in (problem.grad_name, lambda n: n, lambda n: f"d{n}", lambda n: f"grad_{n}"):
        if all(spell(name) in keys for name in problem.wrt):
            return [result[spell(name)] for name in problem.wrt]
    wanted = [repr(problem.grad_name(name)) for name in problem.wrt]
    raise CheckFailed(
        f"the backward returns a dict without all of the keys {listed(wanted)}",
        where={"output": "gradients", "reason": "keys"},
    )


def _flatten(value: Any, depth: int = 0) -> list[Any]:
    if depth < 6 and type(value) in (list, tuple, dict):
        parts = value.values() if type(value) is dict else value
        return [leaf for part in parts for leaf in _flatten(part, depth + 1)]
    return [value]


def _read_gradient(value: Any, name: str, shape: tuple[int, ...], problem: Problem) -> np.ndarray:
    label = problem.grad_name(name)
    where = {"output": label, "argument": name}
    numbers = need_numbers(value, label, f"an array of shape {shape}" if shape else "a number")
    if numbers.data.shape != shape:
        raise CheckFailed(
            f"{label} has shape {numbers.data.shape}, expected {shape}, the shape of {name}",
            actual=numbers.data,
            where={**where, "reason": "shape", "shape": numbers.data.shape, "expected_shape": shape},
        )
    if numbers.kind != "float" and not numbers.is_scalar:
        raise CheckFailed(f"{label} has dtype {numbers.dtype}, expected floats", where={**where, "reason": "dtype"})
    data = np.array(numbers.data, dtype=np.float64)
    bad = ~(np.abs(data) < HUGE)
    if bad.any():
        word = "NaN" if np.isnan(data).any() else "infinite"
        clause, found = describe_wrong(bad, problem.axes.get(name), verb=f"are {word}")
        raise CheckFailed(f"{label}: {clause}", actual=data, where={**where, **found, "reason": "nan"})
    return data
