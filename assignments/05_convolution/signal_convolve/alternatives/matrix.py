"""A matrix with the kernel on its diagonals, times the signal."""

import numpy as np


def signal_convolve(x, w, mode="full", flip=True, dt=1.0):
    n, m = x.size, w.size
    bounds = {"full": (0, n + m - 1), "valid": (m - 1, n), "same": ((m - 1) // 2, (m - 1) // 2 + n)}
    if mode not in bounds or (mode == "valid" and m > n) or (mode == "same" and not m % 2):
        raise ValueError("mode does not fit")
    if not flip:
        w = np.flip(w)
    gap = np.arange(n + m - 1)[:, None] - np.arange(n)
    matrix = np.where((gap >= 0) & (gap < m), w[np.clip(gap, 0, m - 1)], 0.0)
    low, high = bounds[mode]
    return (matrix @ x)[low:high] * dt
