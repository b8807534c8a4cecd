"""Einsum throughout, the scale in the queries, the softmax by hand, a dict for a cache."""

import numpy as np


def sdpa_forward(q, k, v, mask=None):
    d = q.shape[3]
    scores = np.einsum("bhtd,bhsd->bhts", q * d**-0.5, k)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    top = np.max(scores, axis=3, keepdims=True)
    top[top == -np.inf] = 0
    weights = np.exp(scores - top)
    weights /= np.maximum(weights.sum(axis=3, keepdims=True), 1e-300)
    return np.einsum("bhts,bhsv->bhtv", weights, v), weights, {"q": q, "k": k, "v": v, "p": weights}


def sdpa_backward(dout, cache):
    q, k, v, p = (cache[name] for name in "qkvp")
    out = np.einsum("bhts,bhsv->bhtv", p, v)
    dp = np.einsum("bhtv,bhsv->bhts", dout, v)
    ds = p * (dp - (dout * out).sum(-1)[..., None]) / q.shape[3] ** 0.5
    dq = np.einsum("bhts,bhsd->bhtd", ds, k)
    return [dq, np.einsum("bhts,bhtd->bhsd", ds, q), np.einsum("bhts,bhtv->bhsv", p, dout)]
