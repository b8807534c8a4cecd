"""A loop over query heads, each with its slices, and a sum over what they contribute."""

import numpy as np


def grouped_query_attention(x, wq, wk, wv, wo, h, g, mask=None):
    per_group, left = divmod(h, g)
    if left or per_group == 0:
        raise ValueError("g must divide h")
    d = wq.shape[1] // h
    allowed = np.broadcast_to(np.bool_(True) if mask is None else mask, (len(x), h, x.shape[1], x.shape[1]))
    out = np.zeros(x.shape[:2] + wo.shape[1:])
    for i in range(h):
        own, of_group = slice(i * d, (i + 1) * d), slice(i // per_group * d, (i // per_group + 1) * d)
        scores = np.einsum("btd,bsd->bts", x @ wq[:, own], x @ wk[:, of_group]) / d**0.5
        p = np.where(allowed[:, i], np.exp(scores - scores.max(-1, keepdims=True)), 0)
        p /= np.maximum(p.sum(-1, keepdims=True), 1e-300)
        out = out + p @ (x @ wv[:, of_group]) @ wo[own]
    return out
