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
    cache = (xq, xkv, wq, wk, wv, wo, q, k, v, weights)
    return out, weights, cache


def mha_backward(dout, cache):
    xq, xkv, wq, wk, wv, wo, q, k, v, weights = cache  # the queries are scaled already
    e, h = wq.shape[0], q.shape[1]
    cut = lambda w: w.reshape(e, h, -1)
    wo_cut = wo.reshape(h, -1, e)
    joined = np.einsum("bte,hde->bhtd", dout, wo_cut)
    dp = np.einsum("bhtd,bhsd->bhts", joined, v)
    ds = np.einsum("bhts,bhts->bhts", weights, dp - np.einsum("bhts,bhts->bht", weights, dp)[..., None])
    dq = np.einsum("bhts,bhsd->bhtd", ds, k) / np.sqrt(e / h)
    dk, dv = np.einsum("bhts,bhtd->bhsd", ds, q), np.einsum("bhts,bhtd->bhsd", weights, joined)
    dxq = np.einsum("bhtd,ehd->bte", dq, cut(wq))
    dxkv = np.einsum("bhsd,ehd->bse", dk, cut(wk)) + np.einsum("bhsd,ehd->bse", dv, cut(wv))
    into = lambda x, d: np.einsum("bne,bhnd->ehd", x, d).reshape(e, e)
    dwo = np.einsum("bhts,bhsd,bte->hde", weights, v, dout).reshape(e, e)
    return dxq, dxkv, into(xq, dq), into(xkv, dk), into(xkv, dv), dwo
