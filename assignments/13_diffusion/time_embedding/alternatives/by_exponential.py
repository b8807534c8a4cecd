"""Frequencies by exp and log, results written into place."""

import numpy as np


def time_embedding(t, dim, layout):
    if layout not in {"interleaved", "concat"}:
        raise ValueError(layout)
    half = dim // 2
    gaps = half - 1 if layout == "concat" else half
    frequencies = np.exp(-np.log(1e4) * np.arange(half) / gaps)
    angles = np.outer(t, frequencies)
    out = np.empty((len(t), dim))
    sines, cosines = (slice(0, None, 2), slice(1, None, 2)) if layout == "interleaved" else (slice(half), slice(half, None))
    out[:, sines], out[:, cosines] = np.sin(angles), np.cos(angles)
    return out
