"""Activations of its own, and numpy arrays for the count."""

from math import erf, sqrt

import numpy as np

ACTS = dict(
    identity=np.copy,
    sigmoid=lambda z: 1 / (1 + np.exp(-z)),
    tanh=np.tanh,
    relu=lambda z: z.clip(0),
    gelu=lambda z: z * np.vectorize(lambda t: (1 + erf(t / sqrt(2))) / 2)(z),
)


def mlp_forward(X, params, act, out_act="identity"):
    for name in (act, out_act):
        if name not in ACTS:
            raise ValueError(name)
    if len(params) == 0:
        raise ValueError("no layers")
    cache = []
    *hidden, (W_out, b_out) = params
    h = X
    for W, b in hidden:
        z = np.einsum("nd,dm->nm", h, W) + b
        cache.append((h, z))
        h = ACTS[act](z)
    z = h.dot(W_out) + b_out
    return ACTS[out_act](z), [*cache, (h, z)]


def mlp_param_count(widths, bias=True):
    w = np.array(widths, dtype=int)
    if w.size < 2 or w.min() <= 0:
        raise ValueError("too few widths")
    return int(w[:-1] @ w[1:] + (w[1:].sum() if bias else 0))
