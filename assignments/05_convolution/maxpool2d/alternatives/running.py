"""A running maximum that remembers where it was found, and np.add.at on the way back."""

import numpy as np


def maxpool2d_forward(x, k, stride=None, pad=0):
    if stride is None:
        stride = k
    H, W = x.shape[2:]
    rows, columns = np.arange((H + 2 * pad - k) // stride + 1), np.arange((W + 2 * pad - k) // stride + 1)
    best = np.full((*x.shape[:2], len(rows), len(columns)), -np.inf)
    at = np.zeros(best.shape, dtype=int)
    for u in range(k):
        for v in range(k):
            r, c = rows * stride + u - pad, columns * stride + v - pad
            inside = ((r >= 0) & (r < H))[:, None] & ((c >= 0) & (c < W))
            values = x[:, :, np.clip(r, 0, H - 1)[:, None], np.clip(c, 0, W - 1)]
            better = inside & (values > best)
            best = np.where(better, values, best)
            at = np.where(better, (r[:, None] * W + c), at)
    return best, (at, x.shape)


def maxpool2d_backward(dout, cache):
    at, shape = cache
    flat = np.zeros((shape[0] * shape[1], shape[2] * shape[3]))
    planes = np.arange(len(flat))[:, None]
    np.add.at(flat, (planes, at.reshape(len(flat), -1)), dout.reshape(len(flat), -1))
    return flat.reshape(shape)
