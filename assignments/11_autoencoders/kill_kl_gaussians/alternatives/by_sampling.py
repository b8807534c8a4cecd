"""The mean of a logarithm of a ratio, with many draws; and what is known exactly."""

import numpy as np


def log_density(x, mu, s):
    scale, turn = np.linalg.eigh(s)
    y = (x - mu) @ turn
    return -0.5 * (y**2 / scale + np.log(2 * np.pi * scale)).sum(axis=1)


def test_kl_gaussians(f):
    rng = np.random.default_rng(11)
    for _ in range(4):
        mu1, mu2 = 2 + rng.normal(size=(2, 3))
        a, b = rng.normal(size=(2, 3, 3))
        s1, s2 = a @ a.T + np.eye(3), b @ b.T + 0.5 * np.eye(3)
        x = rng.multivariate_normal(mu1, s1, size=40_000)
        ratios = log_density(x, mu1, s1) - log_density(x, mu2, s2)
        found = f(mu1, s1, mu2, s2)
        assert abs(found - ratios.mean()) < 5 * ratios.std() / 200
        assert abs(f(mu1, s1, mu1, s1)) < 1e-9
        assert found > 0
    # Of independent coordinates the divergences add up.
    one = f(np.zeros(1), np.eye(1), np.ones(1), 2 * np.eye(1))
    for size in (1e-4, 1e4):
        many = f(np.zeros(300), size * np.eye(300), np.full(300, size**0.5), 2 * size * np.eye(300))
        assert abs(many - 300 * one) < 1e-6
