"""A step in the imaginary direction measures slopes without any cancellation."""

import numpy as np


def loss(dh, dc, x, h, c, wx, wh, b):
    i, f, g, o = np.split(x @ wx + h @ wh + b, 4, axis=1)
    new = c / (1 + np.exp(-f)) + np.tanh(g) / (1 + np.exp(-i))
    return (dc * new).sum() + (dh * np.tanh(new) / (1 + np.exp(-o))).sum()


def test_lstm_cell_backward(f):
    rng = np.random.default_rng(4)
    values = [rng.normal(size=s) for s in [(2, 1), (2, 2), (2, 2), (1, 8), (2, 8), (8,)]]
    dh, dc = rng.normal(size=(2, 2)), rng.normal(size=(2, 2))
    found = f(dh, dc, *values)
    assert len(found) == 6
    for k, value in enumerate(values):
        assert found[k].shape == value.shape
        for at in np.ndindex(value.shape):
            moved = [v.astype(complex) for v in values]
            moved[k][at] += 1e-30j
            assert abs(loss(dh, dc, *moved).imag / 1e-30 - found[k][at]) < 1e-9
