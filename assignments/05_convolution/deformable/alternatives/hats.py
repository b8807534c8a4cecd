"""Interpolation as a sum over all pixels of a hat function: max(0, 1 - distance) for rows, and for columns."""

import numpy as np


def deformable_conv2d(x, w, offset):
    _channels, height, width = x.shape
    k = w.shape[-1]
    if w.shape[-2] != k or k % 2 == 0 or offset.shape != (k * k, 2, height, width):
        raise ValueError("w or offset does not fit")
    out = np.zeros((w.shape[0], height, width))
    for i in range(height):
        for j in range(width):
            for t in range(k * k):
                y = i + t // k - k // 2 + offset[t, 0, i, j]
                z = j + t % k - k // 2 + offset[t, 1, i, j]
                row_weights = np.maximum(0.0, 1 - np.abs(np.arange(height) - y))
                column_weights = np.maximum(0.0, 1 - np.abs(np.arange(width) - z))
                seen = np.array([row_weights @ plane @ column_weights for plane in x])
                out[:, i, j] += w[:, :, t // k, t % k] @ seen
    return out
