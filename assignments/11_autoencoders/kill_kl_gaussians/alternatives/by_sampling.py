"""The mean of a logarithm of a ratio, with many draws; and what is known exactly."""

import numpy as np


def log_density(x, mu, s):
    away = x - mu
    return -0.5 * (away @ np.linalg.inv(s) * away).sum(axis=1) - 0.5 * np.log(np.linalg.det(2 * np.pi * s))


def test_kl_gaussians(f):
    rng = np.random.default_rng(11)
    mu1, mu2 = np.array([2.0, 1.0]), np.array([0.5, 3.0])
    s1, s2 = np.array([[2.0, 0.5], [0.5, 0.3]]), np.array([[0.8, -0.2], [-0.2, 4.0]])
    x = mu1 + rng.normal(size=(4000, 2)) @ np.linalg.cholesky(s1).T
    ratios = log_density(x, mu1, s1) - log_density(x, mu2, s2)
    found = f(mu1, s1, mu2, s2)
    assert abs(found - ratios.mean()) < 5 * ratios.std() / len(x) ** 0.5
    assert abs(f(mu1, s1, mu1, s1)) < 1e-9
    # Of independent coordinates the divergences add up.
    one = f(np.zeros(1), np.eye(1), np.ones(1), 2 * np.eye(1))
    for size in (1e-9, 1e9):
        many = f(np.zeros(50), size * np.eye(50), np.full(50, size**0.5), 2 * size * np.eye(50))
        assert abs(many - 50 * one) < 1e-6
