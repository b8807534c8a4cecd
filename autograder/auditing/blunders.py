"""Ways to go wrong that fit any function: the right answer with one flaw around it.

An audit puts `f = in_place(f, 0)` below the reference (auditing/generic_subjects.py). Each flaw has a probe, which raises
wherever the flaw could matter: a flaw that no test minds is a gap in the suite only if the probe is minded.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import sys
import typing
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import numpy as np

Flaw = Callable[[Callable[..., Any], tuple[Any, ...], dict[str, Any]], Any]
"""(the right function, bound to its object if it is a method, args, kwargs) -> the flawed answer."""


class Probed(Exception):
    """The flaw would matter here."""


def flawed(target: Any, flaw: Flaw) -> Any:
    """The function, or the class with all its public methods, with the flaw around each call from outside."""
    if isinstance(target, type):
        for name, method in list(vars(target).items()):
            if isinstance(method, FunctionType) and not name.startswith("_"):
                setattr(target, name, _around(method, flaw, bound=True))
        return target
    return _around(target, flaw, bound=False)


_inside = False


def _around(function: Callable[..., Any], flaw: Flaw, bound: bool) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        global _inside
        if _inside:  # what the right code calls on its way is right
            return function(*args, **kwargs)
        right = functools.partial(function, args[0]) if bound else function
        _inside = True
        try:
            return flaw(right, args[1:] if bound else args, kwargs)
        finally:
            _inside = False

    return call


# --- changes an argument in place ------------------------------------------------------------------------------------


def in_place(target: Any, name: str, probe: bool = False) -> Any:
    """Computes the answer on a copy, then overwrites what it was handed as this parameter."""

    def flaw(right: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        found = list(arrays(_handed(right, name, args, kwargs)))
        if found and probe:
            raise Probed
        own_args, own_kwargs = _copied(args), _copied(kwargs)
        result = right(*own_args, **own_kwargs)
        for array in found:
            _spoil(array)
        return result

    return flawed(target, flaw)


def _copied(value: Any) -> Any:
    """A copy of every array; a tensor may belong to a graph, and stays itself."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(_copied(v) for v in value)
    if type(value) is dict:
        return {k: _copied(v) for k, v in value.items()}
    return value


def _spoil(array: Any) -> None:
    if isinstance(array, np.ndarray):
        array[...] = ~array if array.dtype == bool else array + 1
    else:
        array.data.copy_(~array if array.dtype == sys.modules["torch"].bool else array.data + 1)


def arrays(value: Any) -> Iterator[Any]:
    """The arrays and tensors in a value and in its containers."""
    if is_array(value):
        if value.size if isinstance(value, np.ndarray) else value.numel():
            yield value
    elif isinstance(value, (list, tuple)):
        for v in value:
            yield from arrays(v)
    elif isinstance(value, dict):
        for v in value.values():
            yield from arrays(v)


def is_array(value: Any) -> bool:
    torch = sys.modules.get("torch")
    return isinstance(value, np.ndarray) or (torch is not None and isinstance(value, torch.Tensor))


# --- loses precision -------------------------------------------------------------------------------------------------


VISIBLE = 3e-8
"""Relative to the greatest entry: what a comparison in double precision sees."""


def single_precision(target: Any, probe: bool = False) -> Any:
    """Computes in float32 what was handed over in float64, and hands float64 back."""

    def flaw(right: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if not probe:
            coarse = right(*_mapped(args, _to_single), **_mapped(kwargs, _to_single))
            return _mapped(coarse, _rounded)
        wanted = right(*args, **kwargs)
        if _differ(wanted, _mapped(wanted, _rounded)):
            raise Probed
        return wanted

    return flawed(target, flaw)


def _to_single(value: Any) -> Any:
    return value.astype(np.float32) if isinstance(value, np.ndarray) and value.dtype == np.float64 else value


def _rounded(value: Any) -> Any:
    """To float32 and back: the type tells nothing."""
    if isinstance(value, np.ndarray) and value.dtype in (np.float32, np.float64):
        return value.astype(np.float32).astype(np.float64)
    if isinstance(value, (float, np.float64, np.float32)):
        return type(value)(np.float32(value)) if type(value) is float else np.float64(np.float32(value))
    return value


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    if type(value) in (list, tuple):
        return type(value)(_mapped(v, change) for v in value)
    if type(value) is dict:
        return {k: _mapped(v, change) for k, v in value.items()}
    return change(value)


def _differ(right: Any, found: Any) -> bool:
    if type(right) in (list, tuple) and type(right) is type(found):
        return len(right) != len(found) or any(_differ(a, b) for a, b in zip(right, found))
    if isinstance(right, (np.ndarray, float)) and np.asarray(right).dtype == np.float64:
        a, b = np.asarray(right), np.asarray(found)
        if a.shape != b.shape:
            return True
        finite = np.isfinite(a)
        if not finite.any():
            return False
        return bool(np.abs(a - b)[finite].max() > VISIBLE * np.abs(a[finite]).max())
    return False


# --- finds an axis by its length -------------------------------------------------------------------------------------


def square(target: Any, name: str, probe: bool = False) -> Any:
    """Takes one axis of this argument for another one as soon as both have the same length."""

    def flaw(right: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        handed = _handed(right, name, args, kwargs)
        pairs = _pairs(handed, _hints(right).get(name))
        if probe and pairs:
            raise Probed
        swapped = None if probe else _swapped(handed, pairs)
        if swapped is None:
            return right(*args, **kwargs)
        if name in kwargs:
            return right(*args, **{**kwargs, name: swapped})
        return right(*(swapped if a is handed else a for a in args), **kwargs)

    return flawed(target, flaw)


def square_output(target: Any, probe: bool = False) -> Any:
    """Returns an answer with two axes exchanged as soon as both have the same length."""

    def flaw(right: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        result = right(*args, **kwargs)
        parts = list(result) if type(result) is tuple else [result]
        hint = _hints(right).get("return")
        hints = typing.get_args(hint) if type(result) is tuple else [hint]
        pairs = [_pairs(part, h) for part, h in itertools.zip_longest(parts, list(hints)[: len(parts)])]
        if probe and any(pairs):
            raise Probed
        if not probe:
            changed = [_swapped(part, p) for part, p in zip(parts, pairs)]
            parts = [old if new is None else new for old, new in zip(parts, changed)]
        return tuple(parts) if type(result) is tuple else parts[0]

    return flawed(target, flaw)


COMPOSED = "?"
"""An axis whose name is not a plain word, such as 4*H."""


def _pairs(value: Any, hint: Any) -> list[tuple[int, int]]:
    """Axes that could be taken for each other: not those of one name ("H H"), nor of a composed one ("D 4*H")."""
    if not is_array(value):
        return []
    pairs = [(i, j) for i, j in itertools.combinations(range(value.ndim), 2) if value.shape[i] > 1 < value.shape[j]]
    names = _axis_names(hint, value.ndim)
    if names is None:
        return pairs
    return [(i, j) for i, j in pairs if names[i] != names[j] and COMPOSED not in (names[i], names[j])]


def _axis_names(hint: Any, axes: int) -> list[str] | None:
    """Of Float[np.ndarray, "N D"]: ["N", "D"], and of "N ..." with three axes: ["N", "", ""], which are alike.

    None where the statement names no axes, or others than there are.
    """
    for kind in (hint, *typing.get_args(hint)):
        text = getattr(kind, "dim_str", None)
        if isinstance(text, str):
            names = [name if name.isidentifier() else COMPOSED for name in text.split() if name[0] not in ".*"]
            open_end = next((i for i, name in enumerate(text.split()) if name[0] in ".*"), None)
            if open_end is not None:
                names[open_end:open_end] = [""] * (axes - len(names))
            return names if len(names) == axes else None
    return None


def _swapped(value: Any, pairs: list[tuple[int, int]]) -> Any:
    """With the first of these pairs of axes exchanged that have one length; None where there is none."""
    for i, j in pairs:
        if value.shape[i] == value.shape[j]:
            return value.swapaxes(i, j).copy() if isinstance(value, np.ndarray) else value.transpose(i, j)
    return None


def _handed(right: Callable[..., Any], name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What a call hands over as this parameter; None if it has no such parameter."""
    names = list(inspect.signature(right).parameters)
    at = names.index(name) if name in names else len(args)
    return kwargs.get(name, args[at] if at < len(args) else None)


def _hints(right: Callable[..., Any]) -> dict[str, Any]:
    function = right.func if isinstance(right, functools.partial) else right
    try:
        return typing.get_type_hints(function)
    except Exception:  # a name that only type checkers know
        return {}
