"""Powers of complex numbers: the imaginary part is the sine."""

import numpy as np


def time_embedding(t, dim, layout):
    half = dim // 2
    match layout:
        case "interleaved":
            waves = np.exp(1j * t.reshape(-1, 1) * 10000 ** (-np.arange(0, dim, 2) / dim))
            return np.dstack([waves.imag, waves.real]).reshape(len(t), dim)
        case "concat":
            waves = np.exp(1j * t.reshape(-1, 1) * np.logspace(0, -4, half))
            return np.hstack([waves.imag, waves.real])
    raise ValueError("layout")
