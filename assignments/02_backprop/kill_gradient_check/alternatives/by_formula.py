"""Entry by entry in plain Python, for claims of many kinds, with assertions."""

import math

import numpy as np


def test_gradient_check(f):
    w, x = np.array([[0.0, 2.0, -3.0], [50.0, 0.5, 0.0]]), np.array([[0.3, -0.4, 1.0], [2.0, -1.2, 0.1]])
    right = w * np.cos(x)
    claims = [right, right * 1.1, right * 0.9, -right]
    for change in (-1.0, 1.0):
        claim = right.copy()
        claim[0, 1] += change
        claims.append(claim)
    for claim in claims:
        pairs = list(zip(claim.ravel(), right.ravel()))
        wanted = max(abs(a - n) for a, n in pairs) / (max(abs(a) for a, _ in pairs) + max(abs(n) for _, n in pairs))
        assert math.isclose(f(claim, w, x, 1e-5), wanted, rel_tol=1e-5, abs_tol=1e-7)
    assert f(np.zeros(4), np.zeros(4), np.arange(4.0), 1e-5) == 0
