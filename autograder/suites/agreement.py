"""Whether two runs of one test got the same answers: how a failure is matched with a known mistake."""

from __future__ import annotations

import cmath
from typing import Any

import numpy as np

from autograder.suites.student import Call, Handle

RTOL = 1e-6
PLAIN_NUMBERS = (float, int, complex, bool)


def same_calls(run: list[Call], replay: list[Call]) -> bool:
    """The same exchanges with the same answers, as far as the replay goes: its failure need not be explained.

    After the same answers a test has come to the same end. Objects that stayed with their code cannot be compared.
    """
    if not replay or len(replay) > len(run):
        return False
    return all(same_call(a, b) for a, b in zip(run, replay))


def same_call(a: Call, b: Call) -> bool:
    if (a.operation, a.name) != (b.operation, b.name):
        return False
    if a.error is not None or b.error is not None:
        return a.error is not None and b.error is not None and a.error.kind == b.error.kind
    return agree(a.result, b.result)


def agree(a: Any, b: Any) -> bool:
    if type(a) in PLAIN_NUMBERS and type(b) in PLAIN_NUMBERS:
        return _near(a, b)
    if isinstance(a, Handle) or isinstance(b, Handle):
        return isinstance(a, Handle) and isinstance(b, Handle)
    if isinstance(a, dict) and isinstance(b, dict):
        if bool(a) != bool(b) or not a.keys() >= b.keys():
            return _are_same_weights(list(a.values()), list(b.values()))
        return all(agree(a[k], b[k]) for k in b)  # a student's report may have further entries
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(agree(x, y) for x, y in zip(a, b))
    if _is_array(a) or _is_array(b) or (_is_number(a) and _is_number(b)):
        return _is_comparable(a) and _is_comparable(b) and _close(_array(a), _array(b))
    return type(a) is type(b) and bool(a == b)


def _are_same_weights(own: list[Any], replayed: list[Any]) -> bool:
    """Weights of two nets with other names, where one may hold constants beside them."""
    if not replayed or not all(_is_array(v) for v in own + replayed):
        return False
    return all(any(agree(mine, theirs) for mine in own) for theirs in replayed)


def _near(a: Any, b: Any) -> bool:
    """As `_close`, for two Python numbers: a history may hold a hundred thousand of them."""
    if a == b or (a != a and b != b):
        return True
    try:
        return cmath.isfinite(b) and bool(abs(a - b) <= RTOL * abs(b) + 1e-12)
    except OverflowError:  # an integer beyond every float
        return False


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, complex, np.generic))


def _is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) or type(value).__module__.split(".")[0] == "torch"


def _is_comparable(value: Any) -> bool:
    return _is_number(value) or isinstance(value, np.ndarray) or hasattr(value, "detach")


def _array(value: Any) -> np.ndarray:
    if hasattr(value, "detach"):
        value = value.detach().float().numpy() if str(value.dtype) == "torch.bfloat16" else value.detach().numpy()
    return np.asarray(value)


def _close(a: np.ndarray, b: np.ndarray) -> bool:
    if a.shape != b.shape:
        return False
    if a.dtype.kind not in "biufc" or b.dtype.kind not in "biufc":
        return bool(np.array_equal(a, b))
    single = any(x.dtype.kind == "f" and x.dtype.itemsize < 8 for x in (a, b))
    finite = np.isfinite(a) & np.isfinite(b)
    scale = float(np.max(np.abs(b[finite]), initial=0.0))
    tolerance = (1e-4 if single else RTOL) * scale + 1e-12
    with np.errstate(invalid="ignore"):
        near = np.where(
            finite,
            np.abs(np.where(finite, a, 0) - np.where(finite, b, 0)) <= tolerance,
            (a == b) | ((a != a) & (b != b)),
        )
    return bool(near.all())


def as_array(value: Any) -> np.ndarray | None:
    """A number, or an array or tensor of numbers, as an array; None for anything else."""
    if not _is_comparable(value):
        return None
    array = _array(value)
    return array if array.dtype.kind in "biufc" else None
