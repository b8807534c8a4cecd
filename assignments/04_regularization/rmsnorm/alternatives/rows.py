"""All leading axes flattened to rows, einsum in place of sums, the inverse root kept."""

import numpy as np


def rmsnorm_forward(x, gamma, eps=1e-5):
    rows = x.reshape(-1, x.shape[-1])
    inverse = 1 / np.sqrt(np.einsum("nd,nd->n", rows, rows) / rows.shape[1] + eps)
    out = rows * inverse[:, None] * gamma
    return out.reshape(x.shape), (rows, inverse, gamma)


def rmsnorm_backward(dout, cache):
    rows, inverse, gamma = cache
    flat = dout.reshape(rows.shape)
    g = flat * gamma
    dot = np.einsum("nd,nd->n", g, rows) * inverse**3 / rows.shape[1]
    dx = g * inverse[:, None] - rows * dot[:, None]
    return [dx.reshape(dout.shape), np.einsum("nd,nd,n->d", flat, rows, inverse)]
