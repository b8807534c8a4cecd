"""Reading what a student's function returned, which may be anything at all.

Nothing here calls a method of an object whose class is not known: it may be a proxy, or hostile.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.checks.failure import CheckFailed

SCALARS = (bool, int, float, complex)
NUMBER_KINDS = {"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complex"}
IN_WORDS = {"bool": "booleans", "int": "integers", "float": "floats", "complex": "complex numbers"}


@dataclass(frozen=True)
class Numbers:
    """An array or scalar that was understood, as numpy sees it."""

    data: np.ndarray
    library: str
    """"python", "numpy" or "torch"."""
    dtype: str
    """As its library names it: numpy has no bfloat16, so it is not always `data.dtype`."""

    @property
    def kind(self) -> str:
        return NUMBER_KINDS[self.data.dtype.kind]

    @property
    def is_scalar(self) -> bool:
        return self.data.ndim == 0

    def describe(self) -> str:
        if self.library == "python":
            return f"a Python {self.dtype}"
        noun = "torch tensor" if self.library == "torch" else "numpy array"
        if self.is_scalar:
            return f"a {'torch' if self.library == 'torch' else 'numpy'} scalar ({self.dtype})"
        return f"a {noun} of shape {self.data.shape} ({self.dtype})"


def is_tensor(value: Any) -> bool:
    """A plain torch tensor or parameter. Torch is never imported for the question."""
    torch = sys.modules.get("torch")
    return torch is not None and type(value) in (torch.Tensor, torch.nn.Parameter)


def class_name(value: Any) -> str:
    """The class of any object, asked without running any code of that object.

    A handle (the stand-in for an object in the worker) carries the name of the real class as `kind_name`.
    """
    kind = type(value)
    for base in type.__dict__["__mro__"].__get__(kind):
        held = type.__dict__["__dict__"].__get__(base).get("kind_name")
        if held is None:
            continue
        if not isinstance(held, str):
            try:
                held = held.__get__(value, kind)
            except Exception:
                break
        if isinstance(held, str):
            return "".join(c for c in held[:80] if c.isprintable())
    return str(type.__dict__["__name__"].__get__(kind))[:80]


def read_numbers(value: Any) -> Numbers | None:
    """The value as numbers, or None if it is something else (text, a container, an unknown object)."""
    kind = type(value)
    if kind in SCALARS:
        if kind is int and not -(2**63) <= value < 2**63:
            return None
        return Numbers(np.asarray(value), "python", kind.__name__)
    if kind is np.ndarray or (issubclass(kind, np.generic) and kind.__module__ == "numpy"):
        data = np.asarray(value)
        return Numbers(data, "numpy", str(data.dtype)) if data.dtype.kind in NUMBER_KINDS else None
    if is_tensor(value):
        return _read_tensor(value)
    return None


def _read_tensor(value: Any) -> Numbers | None:
    torch = sys.modules["torch"]
    name = str(value.dtype).removeprefix("torch.")
    try:
        plain = value.detach().cpu().resolve_conj().resolve_neg()
        if plain.dtype == torch.bfloat16:
            plain = plain.float()
        data = plain.numpy()
    except (RuntimeError, TypeError, NotImplementedError):
        return None
    return Numbers(data, "torch", name) if data.dtype.kind in NUMBER_KINDS else None


def describe(value: Any) -> str:
    """What a value is, without its content: "a list of 3", "an object of class Foo"."""
    if value is None:
        return "None"
    numbers = read_numbers(value)
    if numbers is not None:
        return numbers.describe()
    kind = type(value)
    if kind in (list, tuple, dict, set, frozenset):
        return f"a {kind.__name__} of {len(value)}"
    if kind is str:
        return "text"
    if kind in (bytes, int):
        return f"{'an' if kind is int else 'a'} {kind.__name__}"
    if kind is np.ndarray:
        return f"an array of {'text' if value.dtype.kind in 'US' else 'Python objects'} ({value.dtype})"
    return f"an object of class {class_name(value)}"


def need_numbers(value: Any, name: str, wanted: str) -> Numbers:
    """The value as numbers, or a failure that says what came instead."""
    numbers = read_numbers(value)
    if numbers is None:
        hint = "; is a return missing?" if value is None else ""
        raise CheckFailed(
            f"{name}: expected {wanted}, got {describe(value)}{hint}",
            where={"output": name, "reason": "type"},
        )
    return numbers


def put_back(data: np.ndarray, like: Any) -> Any:
    """A fresh copy of `data` in the form that `like` has: Python number, numpy scalar, array or tensor."""
    if is_tensor(like):
        torch = sys.modules["torch"]
        return torch.from_numpy(np.array(data, order="C")).to(like.dtype)
    if type(like) in SCALARS:
        return type(like)(data)
    if isinstance(like, np.generic):
        return type(like)(data)
    return np.array(data, copy=True)
