"""A pair is a complex number, and turning is a product."""

import numpy as np


def rope_apply(x, positions, base=10000.0):
    *_, T, D = x.shape
    if D % 2:
        raise ValueError("x must have an even number of features")
    positions = np.asarray(positions)
    if positions.shape != (T,):
        raise ValueError("positions must have one entry per token")
    z = x[..., ::2] + 1j * x[..., 1::2]
    z = z * np.exp(1j * np.outer(positions, base ** (-2 * np.arange(D // 2) / D)))
    out = np.empty_like(x)
    out[..., ::2], out[..., 1::2] = z.real, z.imag
    return out
