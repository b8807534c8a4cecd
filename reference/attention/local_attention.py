"""Attention in a window: each query reads its neighbours only."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

from reference.attention.masked_softmax import masked_softmax


def local_attention(
    q: Float[np.ndarray, "T D"], k: Float[np.ndarray, "T D"], v: Float[np.ndarray, "T Dv"], w: int
) -> Float[np.ndarray, "T Dv"]:
    """Scaled dot-product attention in which query i sees the keys j with |i - j| <= w.

        scores  = q_i . k_j / sqrt(D)                        for the neighbours j of i
        weights = softmax of the scores over these neighbours
        out_i   = sum of weights times v_j

    At the two ends of the sequence there are fewer neighbours, and they share all of the weight.
    Time and memory grow like T * w: form no array of shape (T, T).

    Args:
        q, k: queries and keys, shape (T, D).
        v: values, shape (T, Dv).
        w: reach of the window to each side, at least 0; with w >= T - 1 every query sees every key.

    Returns:
        out of shape (T, Dv).
    """
    t = len(q)
    w = min(w, t - 1)
    places = np.arange(t)[:, None] + np.arange(-w, w + 1)  # (T, 2w + 1): the place of each neighbour
    exists = (places >= 0) & (places < t)
    places = np.clip(places, 0, t - 1)  # what stands beyond the ends is masked, so any key will do
    scores = np.einsum("td,tjd->tj", q, k[places]) / np.sqrt(q.shape[1])
    weights = masked_softmax(scores, exists)
    return np.einsum("tj,tjd->td", weights, v[places])
