"""A list of numbers that is used up."""

import numpy as np


def train_val_test_split(n, ratios, rng):
    train, val, test = ratios
    if n < 0:
        raise ValueError(n)
    if not (train >= 0 and val >= 0 and test >= 0 and -1e-9 <= train + val + test - 1 <= 1e-9):
        raise ValueError(f"ratios {ratios}")
    left = list(rng.permutation(n))
    parts = []
    for share in (train, val):
        size = int(np.floor(share * n))
        parts.append(np.array(left[:size], dtype=int))
        left = left[size:]
    return parts[0], parts[1], np.array(left, dtype=int)
