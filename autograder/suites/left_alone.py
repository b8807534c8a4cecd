"""Whether a call left its arguments as they were: what was sent is compared with what it is afterwards.

Code may work in place on an argument and put back what it found, so rounding is forgiven. What comes back is the
worker's word, and is read with care; objects that stay there are not compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograder.checks.values import is_tensor

ROUNDING = 1e-7
"""Relative to the greatest entry: what `x[i] += h` and `x[i] -= h` may leave behind."""


def changed_arguments(
    before: tuple[Sequence[Any], dict[str, Any]],
    after: tuple[Sequence[Any], dict[str, Any]],
    parameters: Sequence[str],
    may_change: Sequence[str],
) -> list[str]:
    """The names of the parameters whose values differ; a position where the name is not known."""
    named = dict(enumerate(parameters))
    pairs = [(named.get(i, f"number {i + 1}"), *both) for i, both in enumerate(zip(before[0], after[0]))]
    pairs += [(name, value, after[1].get(name)) for name, value in before[1].items()]
    return [name for name, sent, now in pairs if name not in may_change and _changed(sent, now)]


def _changed(sent: Any, now: Any) -> bool:
    if isinstance(sent, np.ndarray) or is_tensor(sent):
        if type(sent) is not type(now) and not (is_tensor(sent) and is_tensor(now)):
            return False  # not what was sent at all: no word about what became of it
        return _differs(_array(sent), _array(now))
    if type(sent) is not type(now):
        return False
    if isinstance(sent, (list, tuple)):
        return len(sent) != len(now) or any(_changed(a, b) for a, b in zip(sent, now))
    if isinstance(sent, dict):
        return sent.keys() != now.keys() or any(_changed(v, now[k]) for k, v in sent.items())
    return isinstance(sent, (bool, int, str)) and sent != now


def _array(value: Any) -> np.ndarray:
    array: np.ndarray = value.detach().double().cpu().numpy() if is_tensor(value) else value
    return array


def _differs(sent: np.ndarray, now: np.ndarray) -> bool:
    if sent.shape != now.shape or sent.dtype != now.dtype:
        return True
    if np.array_equal(sent, now):  # most of them: the rest is for what differs, or is not finite
        return False
    if sent.dtype.kind not in "fc":
        return True
    finite = np.isfinite(sent)
    if not np.array_equal(sent[~finite], now[~finite], equal_nan=True):
        return True
    scale = float(np.abs(sent[finite]).max(initial=0.0))
    with np.errstate(invalid="ignore"):
        return not bool((np.abs(now[finite] - sent[finite]) <= ROUNDING * scale).all())
