"""From scores to a context: what a query reads out of a memory."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float

from reference.attention.masked_softmax import masked_softmax


def attention_context(
    e: Float[np.ndarray, "N T"],
    values: Float[np.ndarray, "N T D"],
    mask: Bool[np.ndarray, "N T"] | None = None,
) -> tuple[Float[np.ndarray, "N D"], Float[np.ndarray, "N T"]]:
    """The mean of the values, weighted by how well each position fits.

        alpha   = softmax of the scores over the T positions, forbidden ones left out (`masked_softmax`)
        context = sum over j of alpha_j * values_j

    What stands at a forbidden position must not matter, be it a number, inf or nan: padding is often
    memory that nobody has filled.

    Args:
        e: scores, one row for each query, shape (N, T).
        values: what stands at the T positions that query n may read, shape (N, T, D).
        mask: True where a position may be read, shape (N, T); None allows all. Where a query may read
            nothing, alpha and context are 0.

    Returns:
        context of shape (N, D), and alpha of shape (N, T).
    """
    alpha = masked_softmax(e, mask)
    readable = values if mask is None else np.where(mask[:, :, None], values, 0.0)  # 0 times nan is nan
    context = (alpha[:, :, None] * readable).sum(axis=1)
    return context, alpha
