"""Drawing the next token: temperature, the k likeliest, and a number between 0 and 1."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def top_k_filter(logits: Float[np.ndarray, "*axes V"], k: int) -> Float[np.ndarray, "*axes V"]:
    """Keep the k largest logits of each row, and set all others to -inf.

    Exactly k stay: of equal logits, those with the lower id (index in the row) stay first. What stays
    is not changed.

    Args:
        logits: shape (..., V); left as it is.
        k: how many to keep, at least 1; with k >= V all stay.

    Returns:
        The filtered logits, of the shape of logits.
    """
    by_size = np.argsort(-logits, axis=-1, kind="stable")  # ids, largest logit first, ties by id
    rank = np.argsort(by_size, axis=-1)
    return np.where(rank < k, logits, -np.inf)


def sample_next_token(
    logits: Float[np.ndarray, "N V"],
    u: Float[np.ndarray, "N"],
    temperature: float = 1.0,
    top_k: int | None = None,
) -> Int[np.ndarray, "N"]:
    """Draw one token for each row, with the given random numbers.

    Divide the logits by the temperature, keep the top_k largest, apply softmax; then take the smallest
    id at which the cumulative probability p_0 + ... + p_id exceeds u. If u is uniform, the id has the
    distribution p.

    Args:
        logits: one row for each sequence, shape (N, V). They may be in the thousands: no exponential
            may overflow.
        u: one number in [0, 1) for each row, shape (N,).
        temperature: 0, or at least 0.001. At 0 the id of the largest logit is taken (the lowest of
            equals), whatever u is.
        top_k: how many ids may be drawn; None allows all.

    Returns:
        The ids, integers of shape (N,).
    """
    if temperature == 0:
        return logits.argmax(axis=-1)
    scaled = logits / temperature
    if top_k is not None:
        scaled = top_k_filter(scaled, top_k)
    p = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    cumulative = np.cumsum(p, axis=-1)
    cumulative /= cumulative[:, -1:]  # ends at exactly 1, so that some id exceeds every u
    return (cumulative > u[:, None]).argmax(axis=-1)
