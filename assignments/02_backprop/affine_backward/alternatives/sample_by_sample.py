"""A loop over the batch that accumulates; the bias as a weight of a constant input."""

import numpy as np


def affine_backward(dout, cache):
    x, w = cache[:2]
    dx, total = np.zeros_like(x), np.zeros((w.shape[0] + 1, w.shape[1]))
    for i, row in enumerate(dout):
        dx[i] = (w @ row).reshape(x[i].shape)
        total += np.outer(np.append(x[i], 1.0), row)
    return dx, total[:-1], total[-1]
