"""Known numbers, in plain asserts."""

import numpy as np


def test_wasserstein1_1d(f):
    for x, y, right in (
        ([3, 0], [1, 4], 1.0),
        ([0, 3], [4, 1, 1], 7 / 6),
        ([-2, 2], [0, 0], 2.0),
        ([0], [-1, 5], 3.0),
        ([0, 0, 0, 6], [0, 3], 0.75 + 0.75),
    ):
        found = f(np.array(x, dtype=float), np.array(y, dtype=float))
        assert abs(found - right) < 1e-9
    return True
