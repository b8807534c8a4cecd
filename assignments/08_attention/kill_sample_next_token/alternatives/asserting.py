"""Counts how much of the unit interval each id gets, on a fine grid, and tries the edges one by one."""

import numpy as np


def softmax(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def test_sample_next_token(f):
    z = np.array([0.3, 2.0, -1.0, 1.1])
    grid = (np.arange(100) + 0.5) / 100
    for shift in (0.0, 5000.0):
        for t in (0.7, 2.5):
            for k, kept in ((2, np.where(z < 1, -np.inf, z)), (7, z)):
                ids = np.asarray(f(np.tile(z + shift, (100, 1)), grid, t, k))
                assert (np.diff(ids) >= 0).all(), "u counts from id 0 upwards"
                shares = np.bincount(ids, minlength=4) / 100
                assert shares.size == 4 and np.abs(shares - softmax(kept / t)).max() < 0.02
    mixed = f(np.tile(z, (3, 1)), np.array([0.99, 0.01, 0.5]), 1.0, None)
    assert list(mixed) == [3, 0, 1]
    for u in (0.0, 0.3, 0.9):
        assert list(f(np.array([[2.0, 5.0, 5.0]]), np.array([u]), 0.0, None)) == [1]
    assert list(f(np.array([[-9999.0, 0.0]]), np.array([0.0]), 1.0, None)) == [1]
