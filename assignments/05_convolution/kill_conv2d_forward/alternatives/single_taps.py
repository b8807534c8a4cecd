"""Kernels with a single 1: the map is then the image itself, moved, and everything can be read off slices."""

import numpy as np


def test_conv2d(f):
    draws = np.random.default_rng(3)
    x = draws.normal(size=(1, 2, 6, 7))
    b = np.array([0.5])
    for u, v, c in ((0, 0, 0), (2, 1, 1), (0, 2, 1), (1, 0, 0)):
        w = np.zeros((1, 2, 3, 3))
        w[0, c, u, v] = 2.0
        for s, p, d in ((1, 0, 1), (2, 0, 1), (1, 1, 1), (2, 1, 1), (1, 0, 2)):
            padded = np.pad(x[0, c], p)
            h, width = (padded.shape[0] - 2 * d - 1) // s + 1, (padded.shape[1] - 2 * d - 1) // s + 1
            picked = padded[u * d :: s, v * d :: s][:h, :width]
            got = np.asarray(f(x, w, b, s, p, d))
            assert got.shape == (1, 1, h, width)
            assert np.abs(got[0, 0] - (2 * picked + 0.5)).max() < 1e-9
    # Several images, kernels and channels at once: the sum of what each channel gives.
    x, w, b = draws.normal(size=(2, 3, 4, 4)), draws.normal(size=(2, 3, 2, 2)), draws.normal(size=2)
    whole = f(x, w, b, 1, 0, 1)
    parts = sum(f(x[:, c : c + 1], w[:, c : c + 1], np.zeros(2), 1, 0, 1) for c in range(3))
    assert np.allclose(whole, parts + b[:, None, None], atol=1e-9)
