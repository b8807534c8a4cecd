import numpy as np


def causal_mask(t, s=None):
    if s is None:
        s = t
    mask = np.zeros((t, s), dtype=bool)
    for back in range(t):
        mask[t - 1 - back, : s - back] = True
    return mask


def padding_mask(lengths, s):
    mask = np.zeros((len(lengths), 1, 1, s), dtype=bool)
    for row, length in zip(mask, lengths):
        row[..., :length] = True
    return mask
