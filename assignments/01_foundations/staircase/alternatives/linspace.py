"""Borders and middles from one grid."""

import numpy as np


def staircase_approx(f, n, sharpness):
    if int(n) <= 0:
        raise ValueError(f"n = {n}")
    if not sharpness > 0:
        raise ValueError(f"sharpness = {sharpness}")
    grid = np.linspace(0, 1, 2 * n + 1)
    y = f(grid[1::2])
    steep = sharpness * np.ones(n - 1)
    return steep, -steep * grid[2:-1:2], y[1:] - y[:-1], y[0].item()
