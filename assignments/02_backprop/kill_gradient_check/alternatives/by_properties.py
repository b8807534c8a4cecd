"""What must hold: the scale does not matter, the worst entry decides, both directions count."""

import numpy as np


def test_gradient_check(f):
    rng = np.random.default_rng(8)
    w, x = rng.uniform(1, 2, size=6), rng.uniform(-1, 1, size=6)
    w[:3] = 0
    right = w * np.cos(x)
    most = right.max()
    if not f(right, w, x, 1e-5) < 1e-8 or not np.isclose(f(1000 * right, 1000 * w, x, 1e-5), 0, atol=1e-8):
        return False
    for shift in (0.25, -0.25):
        wrong = right.copy()
        wrong[4] += shift
        share = 0.25 / (most + wrong.max())
        if not np.isclose(f(wrong, w, x, 1e-5), share, rtol=1e-4):
            return False
        if not np.isclose(f(50 * wrong, 50 * w, x, 1e-5), share, rtol=1e-4):
            return False
    ratios = [f(c * right, w, x, 1e-5) for c in (-1, 0, 0.5, 3)]
    return bool(np.allclose(ratios, [1, 1, 1 / 3, 1 / 2], rtol=1e-4))
