"""Matrices seen as (features, heads, width), one einsum a step, the scale put into the queries; a tuple as cache."""

import numpy as np


def mha_forward(xq, xkv, wq, wk, wv, wo, n_heads, mask=None):
    e = wq.shape[0]
    heads_of = lambda x, w: np.einsum("bte,ehd->bhtd", x, w.reshape(e, n_heads, -1))
    q = heads_of(xq, wq) / np.sqrt(e / n_heads)
    k, v = heads_of(xkv, wk), heads_of(xkv, wv)
    scores = np.einsum("bhtd,bhsd->bhts", q, k)
    if mask is not None:
        scores = np.where(mask, scores, -1e300)
    weights = np.exp(scores - np.max(scores, axis=-1)[..., None])
    if mask is not None:
        weights *= mask
    weights /= np.where(weights.any(-1), weights.sum(-1), 1)[..., None]
    out = np.einsum("bhts,bhsd,hde->bte", weights, v, wo.reshape(n_heads, -1, e))
    cache = (q, k, v, weights)
    return out, weights, cache
