"""The mean over all masks, each with its probability, is x; and single masks."""

import itertools

import numpy as np


def test_dropout(f):
    x, p = np.array([0.5, -1.5]), 0.3
    mean = np.zeros(2)
    for bits in itertools.product([0.0, 1.0], repeat=2):
        mask, given = np.array(bits), x.copy()
        out = f(given, p, mask, True)
        if (given != x).any() or (out[mask == 0] != 0).any():
            return False
        if not np.allclose(f(given, p, mask, False), x):
            return False
        mean += out * np.prod(np.where(mask == 1, 1 - p, p))
    return bool(np.abs(mean - x).max() < 1e-12)
