"""Slices, einsum, logistic function through tanh, a dict as a cache; h written as a step from the old state."""

import numpy as np


def gru_cell_forward(x, h_prev, wx, wh, b):
    units = h_prev.shape[1]
    gates = 0.5 * (1 + np.tanh(0.5 * (x @ wx[:, : 2 * units] + h_prev @ wh[:, : 2 * units] + b[: 2 * units])))
    z, r = gates[:, :units], gates[:, units:]
    reset = r * h_prev
    n = np.tanh(x @ wx[:, 2 * units :] + reset @ wh[:, 2 * units :] + b[2 * units :])
    cache = {"x": x, "h_prev": h_prev, "wx": wx, "wh": wh, "z": z, "r": r, "n": n, "reset": reset}
    return h_prev + z * (n - h_prev), cache


def gru_cell_backward(dh, cache):
    x, h_prev, wx, wh, z, r, n, reset = cache.values()
    units = h_prev.shape[1]
    da = np.empty((len(x), 3 * units))
    da[:, 2 * units :] = dh * z * (1 - n) * (1 + n)
    dreset = np.einsum("nk,hk->nh", da[:, 2 * units :], wh[:, 2 * units :])
    da[:, :units] = dh * (n - h_prev) * (z - z**2)
    da[:, units : 2 * units] = dreset * h_prev * (r - r**2)
    dh_prev = da[:, : 2 * units] @ wh[:, : 2 * units].T
    dh_prev += dh - dh * z
    dh_prev += dreset * r
    dwh = np.zeros_like(wh)
    dwh[:, : 2 * units] = h_prev.T @ da[:, : 2 * units]
    dwh[:, 2 * units :] = np.einsum("nh,nk->hk", reset, da[:, 2 * units :])
    return [da @ wx.T, dh_prev, x.T @ da, dwh, np.sum(da, 0)]
