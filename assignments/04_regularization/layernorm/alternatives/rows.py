"""All leading axes flattened to rows first; in place on copies; sums instead of means."""

import numpy as np


def layernorm_forward(x, gamma, beta, eps=1e-5):
    d = x.shape[-1]
    rows = x.reshape(-1, d) - x.reshape(-1, d).mean(1)[:, None]
    inverse = (np.einsum("nd,nd->n", rows, rows) / d + eps) ** -0.5
    rows *= inverse[:, None]
    out = rows * gamma
    out += beta
    return out.reshape(x.shape), {"rows": rows, "inverse": inverse, "gamma": gamma}


def layernorm_backward(dout, cache):
    rows, inverse, gamma = cache["rows"], cache["inverse"], cache["gamma"]
    d = len(gamma)
    flat = dout.reshape(-1, d)
    g = flat @ np.diag(gamma)
    dot = np.einsum("nd,nd->n", g, rows)
    dx = (d * g - g.sum(1, keepdims=True) - rows * dot[:, None]) * inverse[:, None] / d
    return [dx.reshape(dout.shape), np.einsum("nd,nd->d", flat, rows), flat.sum(0)]
