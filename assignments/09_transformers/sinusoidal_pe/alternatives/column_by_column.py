"""One column after the other with math, and the matrix as a sum of two diagonals."""

import math

import numpy as np


def sinusoidal_pe(T, d, base=10000.0):
    if d % 2 or d <= 0:
        raise ValueError("d has to be even and positive")
    if T < 1:
        raise ValueError("T has to be positive")
    table = np.empty((T, d))
    for j in range(d):
        rate = math.exp(-math.log(base) * (j - j % 2) / d)
        wave = np.cos if j % 2 else np.sin
        table[:, j] = wave(rate * np.arange(T))
    return table


def pe_shift_matrix(k, d, base=10000.0):
    if d % 2 or d <= 0:
        raise ValueError("d has to be even and positive")
    a = k * np.repeat(base ** (-2.0 * np.arange(d // 2) / d), 2)
    up = np.sin(a)[:-1] * (np.arange(d - 1) % 2 == 0)
    return np.diag(np.cos(a)) + np.diag(up, 1) - np.diag(up, -1)
