"""Beside a derivation of one's own, by way of the matrix that takes means away."""

import functools

import numpy as np


@functools.lru_cache
def centring(n):
    return np.eye(n) - np.full((n, n), 1.0 / n)


def gradients(dout, x, gamma, eps):
    deviation = np.sqrt(x.var(0) + eps)
    hat = centring(len(x)) @ x / deviation
    inner = centring(len(x)) @ dout - hat * np.einsum("nd,nd->d", dout, hat) / len(x)
    return gamma / deviation * inner, np.einsum("nd,nd->d", dout, hat), dout.sum(0)


def test_batchnorm_backward(f):
    verdicts = []
    for seed in range(3):
        rng = np.random.default_rng(seed)
        x, dout = rng.normal(size=(4 + seed, 3)) * 2 + 1, rng.normal(size=(4 + seed, 3))
        gamma = rng.normal(size=3) + 2
        found = f(dout, x, gamma, np.zeros(3), 0.01)
        verdicts += [np.allclose(a, b, rtol=1e-7, atol=1e-10) for a, b in zip(found, gradients(dout, x, gamma, 0.01))]
    return all(verdicts)
