"""Mass is moved from the left to the right; the slope of every pair."""

import numpy as np


def wasserstein1_1d(x, y):
    if len(x) == 0 or len(y) == 0:
        raise ValueError("x and y must not be empty")
    a, b = sorted(x.tolist()), sorted(y.tolist())
    i = j = 0
    left_a, left_b = len(b), len(a)  # in units of 1 / (n m), so that nothing is rounded
    work = 0.0
    while i < len(a) and j < len(b):
        moved = min(left_a, left_b)
        work += moved * abs(a[i] - b[j])
        left_a -= moved
        left_b -= moved
        if left_a == 0:
            i, left_a = i + 1, len(b)
        if left_b == 0:
            j, left_b = j + 1, len(a)
    return work / (len(a) * len(b))


def kr_dual_value(f_vals, x, p, q):
    if len(x) < 2 or len(np.unique(x)) < len(x):
        raise ValueError("x needs at least two places, all different")
    if not len(f_vals) == len(p) == len(q) == len(x):
        raise ValueError("f_vals, p and q must have the length of x")
    lip = 0.0
    for i in range(len(x)):
        for j in range(i):
            lip = max(lip, abs(f_vals[i] - f_vals[j]) / abs(x[i] - x[j]))
    return (f_vals @ p - f_vals @ q) / max(lip, 1e-12), lip
