"""The area between the inverse functions; all pairs in one matrix."""

import numpy as np


def wasserstein1_1d(x, y):
    n, m = x.size, y.size
    if n == 0:
        raise ValueError("x")
    if m == 0:
        raise ValueError("y")
    cuts = np.unique(np.concatenate([np.arange(n + 1) * m, np.arange(m + 1) * n]))  # shares in units of 1 / (n m)
    widths = np.diff(cuts) / (n * m)
    return float(widths @ np.abs(np.sort(x)[cuts[:-1] // m] - np.sort(y)[cuts[:-1] // n]))


def kr_dual_value(f_vals, x, p, q):
    if x.shape[0] < 2:
        raise ValueError("x: too few places")
    if {v.shape for v in (f_vals, p, q)} != {x.shape}:
        raise ValueError("f_vals, p, q: another length than x")
    rows, columns = np.triu_indices(x.shape[0], k=1)
    away = np.abs(x[rows] - x[columns])
    if (away == 0).any():
        raise ValueError("x: equal places")
    lip = (np.abs(f_vals[rows] - f_vals[columns]) / away).max()
    scaled = f_vals / (lip if lip > 1e-12 else 1e-12)
    return float(np.dot(scaled, p) - np.dot(scaled, q)), float(lip)
