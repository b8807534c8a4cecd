"""How many optimizer steps lie between two states of a training, told from how far its weights went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np


def adam_steps(start: Any, end: Any, rate: float) -> float:
    """About the number of steps of Adam from one state_dict to another; infinite if they are not of one training.

    Whatever the initial weights are, a step moves the weight whose gradient keeps its sign by the learning rate. So the
    farthest way, in learning rates, tells the number of steps as long as there are few: after 40 of them it is 30 to 46,
    after 4 of them 3, after 200 of them 90 and more. The two have to begin alike: runs of 1 and of n steps from one seed.
    """
    if not isinstance(start, Mapping) or not isinstance(end, Mapping) or start.keys() != end.keys():
        return float("inf")
    ways = [_way(start[name], end[name]) for name in start]
    return max(ways, default=0.0) / rate


def _way(one: Any, other: Any) -> float:
    try:
        a, b = np.asarray(one), np.asarray(other)
    except (TypeError, ValueError, RuntimeError):
        return float("inf")
    if a.dtype.kind not in "fiub" or b.dtype.kind not in "fiub" or a.shape != b.shape:
        return float("inf")
    if a.dtype.kind != "f" or not a.size:
        return 0.0  # a counter, a mask
    far = float(np.abs(a.astype(float) - b.astype(float)).max())
    return far if far == far else float("inf")
