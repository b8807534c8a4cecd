"""Softmax over the keys that a query may see."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float


def masked_softmax(
    scores: Float[np.ndarray, "... S"], mask: Bool[np.ndarray, "..."] | None = None
) -> Float[np.ndarray, "... S"]:
    """Softmax over the last axis, in which forbidden entries take no part.

        weights_j = exp(scores_j) / sum of exp(scores_i) over the allowed i        j allowed
        weights_j = 0                                                              j forbidden

    as if a forbidden score were minus infinity. What stands in a forbidden place must not matter,
    be it 10000 or infinite. Scores of any size are fine: nothing overflows. A row in which nothing is
    allowed gets the weight 0 everywhere, never nan.

    Args:
        scores: shape (..., S); left as it is. Where they are allowed, they are finite.
        mask: booleans, True = allowed, of a shape that broadcasts to that of scores; None allows all.

    Returns:
        The weights, of the shape of scores.
    """
    allowed = True if mask is None else mask
    visible = np.where(allowed, scores, -np.inf)
    top = visible.max(axis=-1, keepdims=True)
    top = np.where(np.isneginf(top), 0.0, top)  # a row without any key: -inf - (-inf) would be nan
    powers = np.exp(visible - top)
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1.0, total)
