"""Loops over sequences and heads, the layer norm's Jacobian written out."""

import numpy as np


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def norm(z, g, b):
    c = z - z.mean(-1, keepdims=True)
    inv = 1 / np.sqrt((c**2).mean(-1, keepdims=True) + 1e-5)
    return c * inv * g + b, (c * inv, inv)


def norm_back(d, g, kept):
    z, inv = kept
    D = z.shape[-1]
    dz = d * g
    dx = inv / D * (D * dz - dz.sum(-1, keepdims=True) - z * (dz * z).sum(-1, keepdims=True))
    return dx, (d * z).reshape(-1, D).sum(0), d.reshape(-1, D).sum(0)


def encoder_block_forward(x, params, n_heads):
    N, _T, D = x.shape
    if n_heads < 1 or D % n_heads != 0:
        raise ValueError("n_heads does not divide D")
    w = D // n_heads
    q, k, v = x @ params["Wq"], x @ params["Wk"], x @ params["Wv"]
    mixed, maps = np.zeros_like(x), {}
    for n in range(N):
        for h in range(n_heads):
            s = slice(h * w, (h + 1) * w)
            maps[n, h] = softmax(q[n, :, s] @ k[n, :, s].T / w**0.5)
            mixed[n, :, s] = maps[n, h] @ v[n, :, s]
    y, first = norm(x + mixed @ params["Wo"], params["g1"], params["b1"])
    hidden = np.maximum(y @ params["W1"] + params["c1"], 0)
    out, second = norm(y + hidden @ params["W2"] + params["c2"], params["g2"], params["b2"])
    return out, (x, params, n_heads, q, k, v, mixed, maps, y, first, hidden, second)


def encoder_block_backward(dout, cache):
    x, P, n_heads, q, k, v, mixed, maps, y, first, hidden, second = cache
    D = x.shape[-1]
    w = D // n_heads

    def rows(a):
        return a.reshape(-1, a.shape[-1])

    g = {}
    d2, g["g2"], g["b2"] = norm_back(dout, P["g2"], second)
    g["W2"], g["c2"] = rows(hidden).T @ rows(d2), rows(d2).sum(0)
    dh = d2 @ P["W2"].T
    dh[hidden == 0] = 0
    g["W1"], g["c1"] = rows(y).T @ rows(dh), rows(dh).sum(0)
    d1, g["g1"], g["b1"] = norm_back(d2 + dh @ P["W1"].T, P["g1"], first)
    g["Wo"] = rows(mixed).T @ rows(d1)
    dmixed = d1 @ P["Wo"].T
    dq, dk, dv = np.zeros_like(q), np.zeros_like(k), np.zeros_like(v)
    for (n, h), a in maps.items():
        s = slice(h * w, (h + 1) * w)
        dv[n, :, s] = a.T @ dmixed[n, :, s]
        da = dmixed[n, :, s] @ v[n, :, s].T
        ds = a * (da - (a * da).sum(1, keepdims=True)) / w**0.5
        dq[n, :, s], dk[n, :, s] = ds @ k[n, :, s], ds.T @ q[n, :, s]
    g["Wq"], g["Wk"], g["Wv"] = (rows(x).T @ rows(d) for d in (dq, dk, dv))
    return d1 + dq @ P["Wq"].T + dk @ P["Wk"].T + dv @ P["Wv"].T, g
