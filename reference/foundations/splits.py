"""Which rows are for training, which for choosing, and which for the final test."""

from __future__ import annotations

import math

import numpy as np
from jaxtyping import Int


def train_val_test_split(
    n: int, ratios: tuple[float, float, float], rng: np.random.Generator
) -> tuple[Int[np.ndarray, "a"], Int[np.ndarray, "b"], Int[np.ndarray, "c"]]:
    """Cut the row numbers 0 ... n - 1 into three disjoint parts, at random.

    Shuffle first, with `rng.permutation(n)`, so that data that are sorted by class are mixed. The first floor(ratios[0] n)
    numbers of the permutation are for training, the next floor(ratios[1] n) for validation, and all that are left for the test.

    Args:
        n: number of rows; a negative number raises ValueError.
        ratios: the three shares of training, validation and test. None may be negative, and they sum to 1 (up to 1e-9);
            else ValueError is raised, and also if there are not three.
        rng: a numpy generator; it is used for this one permutation.

    Returns:
        Three arrays of row numbers.
    """
    if n < 0:
        raise ValueError("n is negative")
    if len(ratios) != 3:
        raise ValueError("ratios are not three")
    if min(ratios) < 0 or abs(sum(ratios) - 1) > 1e-9:
        raise ValueError("ratios are negative or do not sum to 1")
    order = rng.permutation(n)
    first = math.floor(ratios[0] * n)
    second = first + math.floor(ratios[1] * n)
    return order[:first], order[first:second], order[second:]
