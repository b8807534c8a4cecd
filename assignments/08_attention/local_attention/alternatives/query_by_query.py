"""One query at a time, with slices that end where the sequence ends."""

import numpy as np


def local_attention(q, k, v, w):
    out = np.empty((len(q), v.shape[1]))
    for i in range(len(q)):
        near = slice(max(i - w, 0), i + w + 1)
        scores = k[near] @ q[i] * q.shape[1] ** -0.5
        powers = np.exp(scores - scores.max())
        out[i] = powers @ v[near] / powers.sum()
    return out
