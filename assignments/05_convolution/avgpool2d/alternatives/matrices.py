"""Pooling is a product with one matrix from the left and one from the right."""

import numpy as np


def averaging(n, k, step):
    rows = (n - k) // step + 1
    matrix = np.zeros((rows, n))
    for i in range(rows):
        matrix[i, i * step : i * step + k] = 1 / k
    return matrix


def avgpool2d_forward(x, k, stride=None):
    step = k if stride is None else stride
    left, right = averaging(x.shape[2], k, step), averaging(x.shape[3], k, step)
    return left @ x @ right.T, (left, right)


def avgpool2d_backward(dout, cache):
    left, right = cache
    return left.T @ dout @ right


def global_avg_pool(x):
    return np.einsum("ncij->nc", x) / x[0, 0].size, x


def global_avg_pool_backward(dout, cache):
    return np.zeros_like(cache) + (dout / cache[0, 0].size)[..., np.newaxis, np.newaxis]
