"""Query heads as (groups, heads of a group), so that nothing is copied; einsum does the sharing."""

import numpy as np


def grouped_query_attention(x, wq, wk, wv, wo, h, g, mask=None):
    if g > h or h % g:
        raise ValueError(f"{g} does not divide {h}")
    b, t, _ = x.shape
    q = (x @ wq).reshape(b, t, g, h // g, -1)
    k, v = (x @ wk).reshape(b, t, g, -1), (x @ wv).reshape(b, t, g, -1)
    scores = np.einsum("btgrd,bsgd->bgrts", q, k) / np.sqrt(q.shape[-1])
    allowed = np.full((b, h, t, t), True) & (True if mask is None else mask)
    scores[~allowed.reshape(scores.shape)] = -np.inf
    top = np.maximum(scores.max(-1, keepdims=True), -1e300)
    p = np.exp(scores - top)
    p /= p.sum(-1, keepdims=True) + (np.isneginf(scores).all(-1, keepdims=True))
    return np.einsum("bgrts,bsgd->btgrd", p, v).reshape(b, t, -1) @ wo
