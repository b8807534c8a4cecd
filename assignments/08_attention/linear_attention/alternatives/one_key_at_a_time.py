"""The same two sums for both kinds, filled key by key in place."""

import numpy as np


def elu_plus_one(x):
    x = np.array(x, dtype=float)
    low = x <= 0
    x[low] = np.exp(x[low])
    x[~low] += 1
    return x


def linear_attention(q, k, v, causal=False):
    fq, fk = elu_plus_one(q), elu_plus_one(k)
    memory, weight = np.zeros((fk.shape[1], v.shape[1])), np.zeros(fk.shape[1])
    rows = []
    for s, (key, value) in enumerate(zip(fk, v)):
        memory += key[:, None] * value[None, :]
        weight += key
        if causal:
            rows.append((fq[s] @ memory) / np.dot(fq[s], weight))
    if causal:
        return np.array(rows)
    return np.dot(fq, memory) / np.dot(fq, weight).reshape(-1, 1)
