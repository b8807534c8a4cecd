"""Clipping, and the floor as an excess over lam."""

import numpy as np


def kl_annealing(step, warmup):
    return float(np.clip(step / warmup, 0, 1)) if warmup else 1.0


def free_bits_kl(kl_dim, lam):
    n, k = kl_dim.shape
    means = np.ones(n) @ kl_dim / n
    return float(k * lam + np.clip(means - lam, 0, None).sum())
