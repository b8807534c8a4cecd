"""Positions as a bias of the scores: what counts is how far apart two tokens are."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def relative_position_bias(T: int, S: int, table: Float[np.ndarray, "H width"], start: int = 0) -> Float[np.ndarray, "H T S"]:
    """What to add to the scores of each head before the softmax, from a learned table of distances.

        bias[h, i, j] = table[h, clip(i + start - j, -R, R) + R]

    The middle column of the table belongs to the distance 0, the columns to the right of it to keys that come
    BEFORE the query. Distances beyond R share the outermost columns.

    Args:
        T, S: numbers of queries and of keys; query i stands at position start + i, key j at position j.
        table: shape (H, 2R + 1), a row for each head.
        start: position of the first query. When one token is decoded at a time, T is 1 and start grows.

    Returns:
        The biases, shape (H, T, S).

    Raises:
        ValueError: if the table has an even number of columns, so that none is in the middle; the message names table.
    """
    if table.shape[1] % 2 == 0:
        raise ValueError(f"table: {table.shape[1]} columns have no middle")
    if any(size < 0 for size in (T, S)):
        raise ValueError(f"T, S are {T}, {S}: neither may be negative")
    R = table.shape[1] // 2
    distance = start + np.arange(T)[:, None] - np.arange(S)  # (T, S), query minus key
    return table[:, np.clip(distance, -R, R) + R]
