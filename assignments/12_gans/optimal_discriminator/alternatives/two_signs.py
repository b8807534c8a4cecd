"""The sigmoid in two branches; the criterion as the value of the game itself."""

import numpy as np


def optimal_discriminator(log_p, log_q):
    if log_p.shape != log_q.shape:
        raise ValueError("log_p and log_q must have one shape")
    a = log_p - log_q
    small = np.exp(-np.abs(a))
    return np.where(a > 0, 1 / (1 + small), small / (1 + small))


def generator_criterion(p, q, dx):
    if p.shape != q.shape:
        raise ValueError("p and q must have one shape")
    if not dx > 0:
        raise ValueError("dx must be positive")
    total = 0.0
    for own, other in ((p, q), (q, p)):
        keep = own != 0
        total -= (own[keep] * np.log1p(other[keep] / own[keep])).sum()
    # densities whose sums times dx are not quite 1 do not belong in the constant
    excess = np.log(2) * (p.sum() + q.sum()) * dx - np.log(4)
    return dx * total + excess
