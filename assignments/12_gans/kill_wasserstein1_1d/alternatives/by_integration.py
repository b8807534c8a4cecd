"""The area between the distribution functions on a fine grid of whole numbers."""

import numpy as np


def test_wasserstein1_1d(f):
    draws = np.random.default_rng(7)
    for n, m in ((4, 4), (2, 5), (7, 3), (1, 6)):
        x, y = draws.integers(-9, 9, size=n).astype(float), draws.integers(-5, 14, size=m).astype(float)
        area = 0.0
        for left in range(-10, 15):
            area += abs(np.mean(x <= left) - np.mean(y <= left))
        if not abs(f(x, y) - area) < 1e-8:
            return False
    return True
