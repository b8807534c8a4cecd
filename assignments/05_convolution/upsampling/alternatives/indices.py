"""With index arrays."""

import numpy as np


def upsample_nearest(x, f):
    rows, columns = np.arange(x.shape[2] * f) // f, np.arange(x.shape[3] * f) // f
    return x[:, :, rows[:, None], columns], f


def upsample_nearest_backward(dout, cache):
    return sum(dout[:, :, u::cache, v::cache] for u in range(cache) for v in range(cache))


def max_unpool2d(x, index, out_hw):
    out = np.zeros((*x.shape[:2], *out_hw))
    n, c = np.indices(x.shape)[:2]
    out[n, c, index // out_hw[1], index % out_hw[1]] = x
    return out
