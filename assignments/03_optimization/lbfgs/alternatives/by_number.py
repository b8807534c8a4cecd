"""Loops over numbers, with a table of alphas."""

import numpy as np


def lbfgs_direction(g, S, Y):
    k = len(S)
    if k != len(Y):
        raise ValueError("Y")
    q, alpha = np.array(g, dtype=float), {}
    rho = [1.0 / float(np.dot(S[i], Y[i])) for i in range(k)]
    for i in range(k - 1, -1, -1):
        alpha[i] = rho[i] * np.dot(S[i], q)
        q -= alpha[i] * Y[i]
    if k:
        q *= 1.0 / (rho[-1] * np.dot(Y[-1], Y[-1]))
    for i in range(k):
        q += (alpha[i] - rho[i] * np.dot(Y[i], q)) * S[i]
    return -q
