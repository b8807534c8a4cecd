"""With seeds drawn anew each time, so that nothing is left to a lucky one: six standard errors on every side."""

import numpy as np


def test_kaiming_init(f):
    draws = np.random.default_rng()
    for dist, fourth in (("normal", 3.0), ("uniform", 1.8)):
        for shape in ((40, 300), (300, 40)):
            w = np.asarray(f(shape, int(draws.integers(2**31)), dist, 3.0)) / np.sqrt(3.0 / shape[0])
            n = w.size
            moments = [w.mean(), (w**2).mean(), (w**4).mean()]
            errors = [1 / np.sqrt(n), np.sqrt((fourth - 1) / n), 10 / np.sqrt(n)]
            if any(abs(a - b) > 6 * e for a, b, e in zip(moments, (0.0, 1.0, fourth), errors)):
                return False
    return True
