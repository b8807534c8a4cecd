"""Latent by latent, with square roots of the variances; the cache is a dict that also keeps z."""

import math

import numpy as np


def reparameterize(mu, logvar, eps):
    z = np.array(mu, dtype=float)
    for n in range(mu.shape[0]):
        for j in range(mu.shape[1]):
            z[n, j] += math.sqrt(math.exp(logvar[n, j])) * eps[n, j]
    return z, {"z": z.copy(), "mu": mu.copy()}


def reparameterize_backward(dz, cache):
    # sigma * eps is how far z is from mu
    return dz, dz * (cache["z"] - cache["mu"]) / 2
