"""Cell by cell, f called one number at a time."""

import numpy as np


def staircase_approx(f, n, sharpness):
    if n < 1 or sharpness <= 0:
        raise ValueError("n or sharpness")
    levels = [float(f(np.array([(2 * k + 1) / (2 * n)]))[0]) for k in range(n)]
    w, b, c = np.zeros(n - 1), np.zeros(n - 1), np.zeros(n - 1)
    for j in range(1, n):
        w[j - 1] = sharpness
        b[j - 1] = -sharpness * j / n
        c[j - 1] = levels[j] - levels[j - 1]
    return w, b, c, levels[0]
