"""All windows at once by index arrays into one padded array."""

import numpy as np


def random_flip_crop(x, flips, offsets, pad):
    n, c, h, w = x.shape
    padded = np.zeros((n, c, h + 2 * pad, w + 2 * pad), dtype=x.dtype)
    padded[:, :, pad : pad + h, pad : pad + w] = x
    padded[flips, :, pad : pad + h, pad : pad + w] = x[flips][..., ::-1]
    rows = offsets[:, 0, None] + np.arange(h)
    cols = offsets[:, 1, None] + np.arange(w)
    which = np.arange(n)[:, None, None, None]
    return padded[which, np.arange(c)[None, :, None, None], rows[:, None, :, None], cols[:, None, None, :]]
