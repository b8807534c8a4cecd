"""With a product of blocks, and one value after the other."""

import numpy as np


def upsample_nearest(x, f):
    return np.kron(x, np.ones((1, 1, f, f))), {"f": f}


def upsample_nearest_backward(dout, cache):
    f = cache["f"]
    dx = np.zeros((*dout.shape[:2], dout.shape[2] // f, dout.shape[3] // f))
    for i in range(dx.shape[2]):
        for j in range(dx.shape[3]):
            dx[:, :, i, j] = dout[:, :, i * f : (i + 1) * f, j * f : (j + 1) * f].sum(axis=(2, 3))
    return dx


def max_unpool2d(x, index, out_hw):
    out = np.zeros((*x.shape[:2], *out_hw))
    for place in np.ndindex(*x.shape):
        n, c = place[:2]
        row, column = divmod(int(index[place]), out_hw[1])
        out[n, c, row, column] = x[place]
    return out
