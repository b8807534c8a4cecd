"""The step towards the partner, example by example; lam as a share of two gamma draws."""

import numpy as np


def mixup(x, y, lam, perm):
    x_mixed, y_mixed = np.copy(x), np.copy(y)
    for n, partner in enumerate(perm):
        x_mixed[n] += (1 - lam) * (x[partner] - x[n])
        y_mixed[n] += (1 - lam) * (y[partner] - y[n])
    return [x_mixed, y_mixed]


def sample_lambda(alpha, rng):
    first, second = rng.standard_gamma(alpha), rng.standard_gamma(alpha)
    return first / (first + second)
