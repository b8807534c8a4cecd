"""A loop over tokens and their experts; sorted with a key."""

import numpy as np


def moe_router(x, Wg, k):
    experts = Wg.shape[1]
    if k < 1 or k > experts:
        raise ValueError("k must be between 1 and E")
    chosen, weights = [], []
    for row in x @ Wg:
        best = sorted(range(experts), key=lambda e: (-row[e], e))[:k]
        e = np.exp(row[best] - max(row[best]))
        chosen.append(best)
        weights.append(e / e.sum())
    return np.array(chosen), np.array(weights)


def moe_forward(x, Wg, W1, W2, k):
    chosen, weights = moe_router(x, Wg, k)
    out = np.zeros_like(x)
    for n in range(len(x)):
        for e, w in zip(chosen[n], weights[n]):
            out[n] += w * np.clip(x[n] @ W1[e], 0, None) @ W2[e]
    return out
