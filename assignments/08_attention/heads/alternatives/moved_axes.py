"""np.split and np.moveaxis, which refuse uneven parts by themselves; merging through an empty array."""

import numpy as np


def split_heads(x, h):
    return np.moveaxis(np.array(np.split(x, h, axis=2)), 0, 1)


def merge_heads(x):
    batch, h, length, d = x.shape
    out = np.empty((batch, length, h, d), dtype=x.dtype)
    for token in range(length):
        out[:, token] = x[:, :, token]
    return out.reshape(batch, length, -1)
