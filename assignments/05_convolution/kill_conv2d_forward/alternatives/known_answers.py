"""Answers worked out on paper, and a larger kernel with zeros for the dilation."""

import math

import numpy as np


def square(*numbers):
    side = math.isqrt(len(numbers))
    return np.reshape(np.asarray(numbers, dtype=np.float64), (1, 1, side, side))


def test_conv2d(f):
    if not np.allclose(f(square(*range(16)), square(1, 2, 3, 4), np.zeros(1), 1, 0, 1)[0, 0, 0], [34, 44, 54]):
        return False
    strided = f(square(*range(16)), square(*range(1, 10)), np.ones(1), 2, 1, 1)
    if strided.shape != (1, 1, 2, 2) or not np.allclose(strided, square(84, 179, 331, 529)):
        return False
    # With stride 2 no window reaches the zeros below and on the right; with stride 1 the last one does.
    full = f(square(*range(16)), square(*range(1, 10)), np.ones(1), 1, 1, 1)
    if full.shape != (1, 1, 4, 4) or not np.allclose(full[0, 0, 3, 2:], [275, 164]):
        return False
    rng = np.random.default_rng(1)
    x, w, b = rng.normal(size=(2, 3, 8, 9)), rng.normal(size=(2, 3, 2, 3)), np.array([1.0, -2.0])
    wide = np.zeros((2, 3, 3, 5))
    wide[:, :, ::2, ::2] = w
    dilated, same = f(x, w, b, 1, 0, 2), f(x, wide, b, 1, 0, 1)
    if dilated.shape != same.shape or np.abs(dilated - same).max() > 1e-8:
        return False
    corner = (x[:, :, :2, :3] * w[1]).sum(axis=(1, 2, 3)) - 2
    return bool(np.allclose(f(x, w, b, 1, 0, 1)[:, 1, 0, 0], corner))
