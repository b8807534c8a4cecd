"""Window by window, and a map as one long row."""

import numpy as np


def avgpool2d_forward(x, k, stride=None):
    step = stride or k
    out = np.empty((*x.shape[:2], (x.shape[2] - k) // step + 1, (x.shape[3] - k) // step + 1))
    for i in range(out.shape[2]):
        for j in range(out.shape[3]):
            out[:, :, i, j] = x[:, :, i * step : i * step + k, j * step : j * step + k].mean(axis=(2, 3))
    return out, {"shape": x.shape, "k": k, "step": step}


def avgpool2d_backward(dout, cache):
    k, step = cache["k"], cache["step"]
    dx = np.zeros(cache["shape"])
    for i in range(dout.shape[2]):
        for j in range(dout.shape[3]):
            dx[:, :, i * step : i * step + k, j * step : j * step + k] += dout[:, :, i : i + 1, j : j + 1] / (k * k)
    return dx


def global_avg_pool(x):
    return x.reshape(*x.shape[:2], -1).mean(axis=-1), x.shape[2:]


def global_avg_pool_backward(dout, cache):
    h, w = cache
    return np.repeat(dout / (h * w), h * w).reshape(*dout.shape, h, w)
