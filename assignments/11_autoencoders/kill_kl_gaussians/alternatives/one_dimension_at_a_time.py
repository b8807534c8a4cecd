"""Diagonal covariances, where the answer is a sum, turned by a random rotation, which changes nothing."""

import math

import numpy as np


def one(m1, v1, m2, v2):
    return 0.5 * (math.log(v2 / v1) - 1 + v1 / v2 + (m1 - m2) ** 2 / v2)


def test_kl_gaussians(f):
    rng = np.random.default_rng(2)
    good = True
    for d in (1, 2, 5, 60):
        m1, m2 = rng.normal(1.0, 1.0, size=(2, d))
        v1, v2 = rng.uniform(1e-7, 1e-6, size=d), rng.uniform(2e-7, 5e-6, size=d)
        turn, _ = np.linalg.qr(rng.normal(size=(d, d)))
        wanted = sum(one(*each) for each in zip(m1, v1, m2, v2))
        turned = f(turn @ m1, turn * v1 @ turn.T, turn @ m2, turn * v2 @ turn.T)
        good = good and math.isclose(turned, wanted, rel_tol=1e-7)
    return good
