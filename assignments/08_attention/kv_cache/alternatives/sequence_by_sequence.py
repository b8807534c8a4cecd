"""Loops over sequences and heads."""

import numpy as np


def kv_cache_step(x_t, cache, wq, wk, wv, wo, h, g):
    d = wq.shape[1] // h
    key = (x_t @ wk).reshape(len(x_t), g, 1, d)
    value = (x_t @ wv).reshape(len(x_t), g, 1, d)
    if cache is None:
        keys, values = key, value
    else:
        keys, values = np.append(cache[0], key, axis=2), np.append(cache[1], value, axis=2)
    rows = []
    for n, token in enumerate(x_t):
        heads = []
        for i, q in enumerate(np.split(token @ wq, h)):
            s = keys[n, i * g // h] @ q / np.sqrt(d)
            p = np.exp(s - s.max())
            heads.append(p @ values[n, i * g // h] / p.sum())
        rows.append(np.concatenate(heads) @ wo)
    return np.array(rows), (keys, values)
