"""One product with [x, h_prev], gates as one array of shape (N, 4, H), an object as a cache."""

from types import SimpleNamespace

import numpy as np


def lstm_cell_forward(x, h_prev, c_prev, wx, wh, b):
    n, units = h_prev.shape
    both = np.hstack([x, h_prev])
    w = np.vstack([wx, wh])
    a = (both @ w + b).reshape(n, 4, units)
    gate = np.exp(-np.logaddexp(0, -a))
    gate[:, 2] = np.tanh(a[:, 2])
    c = gate[:, 1] * c_prev + gate[:, 0] * gate[:, 2]
    squashed = np.tanh(c)
    cache = SimpleNamespace(both=both, w=w, d=x.shape[1], gate=gate, c_prev=c_prev, squashed=squashed)
    return gate[:, 3] * squashed, c, cache


def lstm_cell_backward(dh, dc, cache):
    gate = cache.gate
    n, _, units = gate.shape
    into_cell = dc + dh * gate[:, 3] * (1 - cache.squashed) * (1 + cache.squashed)
    dgate = np.empty_like(gate)
    dgate[:, 0] = into_cell * gate[:, 2]
    dgate[:, 1] = into_cell * cache.c_prev
    dgate[:, 2] = into_cell * gate[:, 0]
    dgate[:, 3] = dh * cache.squashed
    slope = gate * (1 - gate)
    slope[:, 2] = 1 - gate[:, 2] ** 2
    da = (dgate * slope).reshape(n, 4 * units)
    dboth, dw = da @ cache.w.T, cache.both.T @ da
    d = cache.d
    return dboth[:, :d], dboth[:, d:], into_cell * gate[:, 1], dw[:d], dw[d:], np.ones(n) @ da
