"""Boolean masks that say which query may look at which key; True = may attend."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Int


def causal_mask(t: int, s: int | None = None) -> Bool[np.ndarray, "T S"]:
    """A mask that hides the future.

    The last of the t queries stands at the last of the s keys, so query i stands at key i + (s - t):

        mask[i, j] = True    if key j comes no later than query i, its own place included

    Args:
        t: number of queries.
        s: number of keys, at least t; as many as queries by default.

    Returns:
        The mask, booleans of shape (t, s).
    """
    s = t if s is None else s
    places = np.arange(t)[:, None] + (s - t)
    return np.arange(s) <= places


def padding_mask(lengths: Int[np.ndarray, "B"], s: int) -> Bool[np.ndarray, "B 1 1 S"]:
    """A mask that hides the padding.

    Sequences of different lengths are padded at the end to the common length s. The mask hides the
    padding from every head and every query: it is made to be combined with scores of shape
    (B, heads, queries, keys).

    Args:
        lengths: how many tokens each sequence has, shape (B,), from 0 to s.
        s: the common length.

    Returns:
        The mask, booleans of shape (B, 1, 1, s): True where there is a token.
    """
    real = np.arange(s) < np.asarray(lengths)[:, None]  # (B, S)
    return real[:, None, None, :]
