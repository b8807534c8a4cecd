"""Grouped-query attention: several query heads share one head of keys and values."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float

from reference.attention.heads import merge_heads, split_heads
from reference.attention.masked_softmax import masked_softmax


def grouped_query_attention(
    x: Float[np.ndarray, "B T E"],
    wq: Float[np.ndarray, "E HD"],
    wk: Float[np.ndarray, "E GD"],
    wv: Float[np.ndarray, "E GD"],
    wo: Float[np.ndarray, "HD E"],
    h: int,
    g: int,
    mask: Bool[np.ndarray, "..."] | None = None,
) -> Float[np.ndarray, "B T E"]:
    """Self-attention with h query heads that share g heads of keys and values.

        query head             0  1  2  3  4  5         h = 6
        key and value head     0  0  0  1  1  1         g = 2: neighbours form a group

    Each query head attends as in multi-head attention, scaled by 1 / sqrt(dh) with dh the width of one
    head; the h results side by side are multiplied by wo. With g = h this is multi-head attention, with
    g = 1 multi-query attention.

    Args:
        x: tokens, shape (B, T, E).
        wq: shape (E, h*dh); columns i*dh ... (i+1)*dh - 1 make the queries of head i.
        wk, wv: shape (E, g*dh), in the same order.
        wo: shape (h*dh, E).
        h, g: numbers of query heads and of key and value heads.
        mask: boolean, broadcasts to (B, h, T, T), True where a query may look; None allows everything.
            A query that may look nowhere has weight 0 everywhere, never nan. All tokens are finite,
            hidden ones included.

    Returns:
        out of shape (B, T, E).

    Raises:
        ValueError: if g does not divide h.
    """
    if h % g != 0:
        raise ValueError(f"{h} query heads cannot share {g} key heads evenly")
    queries = split_heads(x @ wq, h)  # (B, h, T, dh)
    keys = np.repeat(split_heads(x @ wk, g), h // g, axis=1)
    values = np.repeat(split_heads(x @ wv, g), h // g, axis=1)
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    weights = masked_softmax(scores, mask)
    return merge_heads(weights @ values) @ wo
