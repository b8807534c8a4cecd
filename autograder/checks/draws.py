"""Random numbers of the kinds that suites often need."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def signed(rng: np.random.Generator, shape: int | Sequence[int], low: float = 0.5, high: float = 2.0) -> np.ndarray:
    """Numbers of either sign whose size is between `low` and `high`: none is near 0, where mistakes do not show."""
    drawn: np.ndarray = rng.uniform(low, high, size=shape) * rng.choice([-1.0, 1.0], size=shape)
    return drawn
