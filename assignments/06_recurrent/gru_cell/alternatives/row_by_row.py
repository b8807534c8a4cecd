"""One sample after another, weights cut into a dict by gate, gradients of weights as sums of outer products."""

import numpy as np


def _gate(a):
    return np.where(a >= 0, 1, np.exp(np.minimum(a, 0))) / (1 + np.exp(-np.abs(a)))


def _cut(w):
    size = w.shape[-1] // 3
    return {name: w[..., k * size : (k + 1) * size] for k, name in enumerate("zrn")}


def gru_cell_forward(x, h_prev, wx, wh, b):
    w, u, bias = _cut(wx), _cut(wh), _cut(b)
    rows, kept = [], []
    for sample, state in zip(x, h_prev):
        z = _gate(sample @ w["z"] + state @ u["z"] + bias["z"])
        r = _gate(sample @ w["r"] + state @ u["r"] + bias["r"])
        n = np.tanh(sample @ w["n"] + (r * state) @ u["n"] + bias["n"])
        rows.append(state - z * state + z * n)
        kept.append((sample, state, z, r, n))
    return np.array(rows), (kept, wx, wh)


def gru_cell_backward(dh, cache):
    kept, wx, wh = cache
    u = _cut(wh)
    dwx, dwh, db = np.zeros_like(wx), np.zeros_like(wh), np.zeros(wh.shape[1])
    dx, dstates = [], []
    for arriving, (sample, state, z, r, n) in zip(dh, kept):
        da_n = arriving * z * (1 - n * n)
        dproduct = u["n"] @ da_n
        da_z = arriving * (n - state) * z * (1 - z)
        da_r = dproduct * state * r * (1 - r)
        da = np.concatenate([da_z, da_r, da_n])
        dx.append(wx @ da)
        dstates.append(arriving * (1 - z) + dproduct * r + u["z"] @ da_z + u["r"] @ da_r)
        dwx += np.outer(sample, da)
        dwh += np.hstack([np.outer(state, da_z), np.outer(state, da_r), np.outer(r * state, da_n)])
        db += da
    return np.array(dx), np.array(dstates), dwx, dwh, db
