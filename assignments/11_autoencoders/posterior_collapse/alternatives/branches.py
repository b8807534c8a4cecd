"""By cases and loops; whole numbers where they will do."""

import numpy as np


def kl_annealing(step, warmup):
    if step >= warmup:
        return 1
    return np.float64(step) / warmup


def free_bits_kl(kl_dim, lam):
    total = 0.0
    for latent in kl_dim.T:
        mean = sum(latent) / len(latent)
        total += mean if mean > lam else lam
    return total
