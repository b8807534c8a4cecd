"""Multi-head attention: project, attend in every head at once, put the heads together, project again."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float

from reference.attention.heads import merge_heads, split_heads
from reference.attention.masked_softmax import masked_softmax


def mha_forward(
    xq: Float[np.ndarray, "B T E"],
    xkv: Float[np.ndarray, "B S E"],
    wq: Float[np.ndarray, "E E"],
    wk: Float[np.ndarray, "E E"],
    wv: Float[np.ndarray, "E E"],
    wo: Float[np.ndarray, "E E"],
    n_heads: int,
    mask: Bool[np.ndarray, "..."] | None = None,
) -> tuple[Float[np.ndarray, "B T E"], Float[np.ndarray, "B H T S"], dict]:
    """Multi-head attention from the tokens xq to the tokens xkv.

        q, k, v = xq @ wq, xkv @ wk, xkv @ wv       each cut into H heads of width D = E / H
        scores  = q @ k^T / sqrt(D)                 in every head, shape (B, H, T, S)
        weights = softmax of the scores over the S keys, where the mask allows
        heads   = weights @ v                       shape (B, H, T, D)
        out     = the heads side by side, times wo

    D is the width of ONE head. With xq and xkv the same array this is self-attention.

    Args:
        xq: tokens that ask, shape (B, T, E).
        xkv: tokens that are looked at, shape (B, S, E).
        wq, wk, wv, wo: projections without bias, each of shape (E, E); they multiply from the right.
        n_heads: number of heads H; it divides E.
        mask: boolean, broadcasts to (B, H, T, S), True where a query may look; None allows everything.
            A query that may look nowhere has weight 0 everywhere, never nan.

    Returns:
        out of shape (B, T, E), the weights of shape (B, H, T, S), and a cache: whatever a backward
        pass would need. A dict with the names above (q, k, v, scores, weights, heads) lets the feedback
        say where an error begins.
    """
    q, k, v = split_heads(xq @ wq, n_heads), split_heads(xkv @ wk, n_heads), split_heads(xkv @ wv, n_heads)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    weights = masked_softmax(scores, mask)
    heads = weights @ v
    out = merge_heads(heads) @ wo
    cache = {"q": q, "k": k, "v": v, "scores": scores, "weights": weights, "heads": heads}
    return out, weights, cache
