"""np.split of one permutation."""

import numpy as np


def train_val_test_split(n, ratios, rng):
    if n < 0 or len(ratios) != 3:
        raise ValueError("n or ratios")
    if any(r < 0 for r in ratios) or not np.isclose(np.sum(ratios), 1, rtol=0, atol=1e-9):
        raise ValueError("ratios")
    a, b = int(ratios[0] * n), int(ratios[1] * n)
    return tuple(np.split(rng.permutation(n), [a, a + b]))
