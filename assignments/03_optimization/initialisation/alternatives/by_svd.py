"""The polar factor of a normal matrix is uniform as well."""

import math

import numpy as np


def _weights(rng, shape, variance, dist):
    if dist == "uniform":
        a = math.sqrt(3.0 * variance)
        return rng.uniform(low=-a, high=a, size=shape)
    if dist == "normal":
        return rng.normal(scale=math.sqrt(variance), size=shape)
    raise ValueError(f"dist: {dist}")


def xavier_init(shape, rng, dist="uniform", mode="avg"):
    if mode == "avg":
        return _weights(rng, shape, 2.0 / sum(shape), dist)
    if mode == "fan_in":
        return _weights(rng, shape, 1.0 / shape[0], dist)
    raise ValueError(f"mode: {mode}")


def kaiming_init(shape, rng, dist="normal", gain2=2.0):
    return _weights(rng, shape, gain2 / shape[0], dist)


def orthogonal_init(shape, rng, gain=1.0):
    u, _, vt = np.linalg.svd(rng.normal(size=shape), full_matrices=False)
    return gain * u @ vt
