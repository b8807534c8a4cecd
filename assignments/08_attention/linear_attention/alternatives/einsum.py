"""Values with a column of ones carry the denominator along; running sums for all positions at once, block by block."""

import numpy as np


def linear_attention(q, k, v, causal=False):
    phi = lambda x: np.maximum(x, 0) + np.exp(np.minimum(x, 0))
    q, k, v = phi(q), phi(k), np.hstack([v, np.ones((len(v), 1))])
    if causal:
        parts, before = [], np.zeros((k.shape[1], v.shape[1]))
        for first in range(0, len(q), 100):
            block = slice(first, first + 100)
            running = before + np.einsum("sd,se->sde", k[block], v[block]).cumsum(axis=0)
            parts.append(np.einsum("td,tde->te", q[block], running))
            before = running[-1]
        both = np.concatenate(parts)
    else:
        both = np.einsum("td,de->te", q, np.einsum("sd,se->de", k, v))
    return both[:, :-1] / both[:, -1:]
