"""Beside a derivation of one's own, with the six gradients as one list."""

import numpy as np


def squash(a):
    return np.exp(-np.logaddexp(0.0, -a))


def gradients(dh, dc, x, h, c, wx, wh, b):
    a = x @ wx + h @ wh + b
    i, f, g, o = (squash(part) for part in np.split(a, 4, axis=1))
    g = np.tanh(np.split(a, 4, axis=1)[2])
    new = f * c + i * g
    into = dc + dh * o / np.cosh(new) ** 2
    da = np.hstack([into * g * i * (1 - i), into * c * f * (1 - f), into * i * (1 - g * g), dh * np.tanh(new) * o * (1 - o)])
    return [da @ wx.T, da @ wh.T, into * f, x.T @ da, h.T @ da, da.sum(0)]


def test_lstm_cell_backward(f):
    ok = []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        n, d, m = rng.integers(2, 5, size=3)
        inputs = [1.5 * rng.normal(size=s) for s in [(n, m), (n, m), (n, d), (n, m), (n, m), (d, 4 * m), (m, 4 * m), (4 * m,)]]
        for mine, theirs in zip(gradients(*inputs), f(*inputs)):
            ok.append(mine.shape == np.shape(theirs) and np.abs(mine - theirs).max() < 1e-9)
    return all(ok)
