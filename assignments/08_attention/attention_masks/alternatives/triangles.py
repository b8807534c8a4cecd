import numpy as np


def causal_mask(t, s=None):
    s = s or t
    return ~np.triu(np.ones((t, s), dtype=bool), k=s - t + 1)


def padding_mask(lengths, s):
    return np.tri(s + 1, s, k=-1, dtype=bool)[lengths].reshape(-1, 1, 1, s)
