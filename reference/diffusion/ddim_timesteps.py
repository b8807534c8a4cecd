"""Which of many steps to stop at."""

from __future__ import annotations

import numpy as np
from jaxtyping import Int


def ddim_timesteps(steps: int, kept: int) -> Int[np.ndarray, "kept"]:
    """A few indices out of 0, ..., T-1, evenly spread, for a sampler that jumps.

    The first is 0, the last is T-1, and those between are the numbers

        j (T-1) / (S-1),    j = 0, 1, ..., S-1

    rounded to the nearest whole number (where two are equally near, either will do). With S = 1 only the last,
    T-1, is kept: that is where sampling begins.

    Args:
        steps: number T of all steps.
        kept: number S of steps to keep, from 1 to T.

    Returns:
        The indices, integers in ascending order, shape (S,).
    """
    if kept == 1:
        return np.array([steps - 1])
    return np.round(np.linspace(0, steps - 1, kept)).astype(int)
