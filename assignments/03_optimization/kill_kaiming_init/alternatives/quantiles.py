"""The share of the weights below some points, beside what it should be."""

import math

import numpy as np


def share_below(x, dist):
    """Of a distribution with mean 0 and variance 1."""
    return 0.5 + 0.5 * math.erf(x / math.sqrt(2)) if dist == "normal" else min(max(0.5 + x / (2 * math.sqrt(3)), 0.0), 1.0)


def test_kaiming_init(f):
    for dist in ("normal", "uniform"):
        draws = np.concatenate([f((30, 400), seed, dist, 2.0).ravel() * np.sqrt(30 / 2.0) for seed in range(2)])
        for point in (-1.8, -1.0, 0.3, 1.8):
            wanted = share_below(point, dist)
            error = 6 * math.sqrt(wanted * (1 - wanted) / draws.size) + 1e-12
            assert abs((draws < point).mean() - wanted) <= error, (dist, point)
    assert np.isclose(f((40, 300), 0, "uniform", 8.0).std(), 2 * f((40, 300), 1, "uniform", 2.0).std(), rtol=0.05)
