"""Full arrays, written into with index arrays; the padding comes from the mask."""

import numpy as np


def teacher_forcing_io(y, lengths, bos, eos, pad):
    n, s = y.shape
    rows = np.arange(n)
    mask = np.less_equal.outer(np.zeros(n, dtype=int), np.arange(s + 1)) & (np.arange(s + 1) <= lengths.reshape(-1, 1))
    dec_in, target = np.empty((n, s + 1), dtype=y.dtype), np.empty((n, s + 1), dtype=y.dtype)
    dec_in[:, 0], dec_in[:, 1:], target[:, :-1] = bos, y, y
    target[rows, lengths] = eos
    dec_in[~mask] = pad
    target[~mask] = pad
    return dec_in, target, mask
