"""A matrix for each token."""

import numpy as np


def rope_apply(x, positions, base=10000.0):
    D = x.shape[-1]
    if D % 2 == 1:
        raise ValueError("x: odd number of features")
    if len(positions) != x.shape[-2]:
        raise ValueError("positions: wrong length")
    out = np.zeros(x.shape)
    for t, p in enumerate(positions):
        turn = np.zeros((D, D))
        for i in range(D // 2):
            a = p / base ** (2 * i / D)
            turn[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]
        out[..., t, :] = x[..., t, :] @ turn.T
    return out
