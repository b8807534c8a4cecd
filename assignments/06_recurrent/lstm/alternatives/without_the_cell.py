"""The whole sequence written out: x wx for all steps at once, arrays filled in place, weight gradients with one product."""

import numpy as np


def lstm_forward(x, h0, c0, wx, wh, b):
    n, t_max, _ = x.shape
    units = h0.shape[1]
    h, c = np.empty((n, t_max + 1, units)), np.empty((n, t_max + 1, units))
    h[:, 0], c[:, 0] = h0, c0
    gates = np.empty((n, t_max, 4 * units))
    from_x = x @ wx + b
    for t in range(t_max):
        a = from_x[:, t] + h[:, t] @ wh
        act = 1.0 / (1.0 + np.exp(-a))
        act[:, 2 * units : 3 * units] = np.tanh(a[:, 2 * units : 3 * units])
        i, f, g, o = (act[:, k * units : (k + 1) * units] for k in range(4))
        c[:, t + 1] = i * g + f * c[:, t]
        h[:, t + 1] = np.tanh(c[:, t + 1]) * o
        gates[:, t] = act
    return h[:, 1:], {"h": h, "c": c, "gates": gates, "x": x, "wx": wx, "wh": wh}


def lstm_backward(dh, cache):
    x, c, h, gates, wx, wh = (cache[name] for name in ("x", "c", "h", "gates", "wx", "wh"))
    n, t_max, units = dh.shape
    da = np.empty_like(gates)
    back_h, back_c = np.zeros((n, units)), np.zeros((n, units))
    for t in range(t_max - 1, -1, -1):
        i, f, g, o = np.split(gates[:, t], 4, axis=-1)
        out = np.tanh(c[:, t + 1])
        total = dh[:, t] + back_h
        back_c = back_c + total * o * (1 - out * out)
        da[:, t] = np.hstack(
            [
                back_c * g * i * (1 - i),
                back_c * c[:, t] * f * (1 - f),
                back_c * i * (1 - g * g),
                total * out * o * (1 - o),
            ]
        )
        back_h = da[:, t] @ wh.T
        back_c = back_c * f
    dwx = np.einsum("ntd,ntk->dk", x, da)
    dwh = np.tensordot(h[:, :-1], da, axes=([0, 1], [0, 1]))
    return np.matmul(da, wx.T), back_h, back_c, dwx, dwh, da.sum((0, 1))
