"""The border is repeated twice; then every phase of the large grid is one sum of slices."""

import numpy as np


def weights(t, mode):
    if mode == "bilinear":
        return [0.0, 1 - t, t, 0.0]
    a = -0.75
    w0 = a * (1 + t) ** 3 - 5 * a * (1 + t) ** 2 + 8 * a * (1 + t) - 4 * a
    w1 = (a + 2) * t**3 - (a + 3) * t**2 + 1
    u = 1 - t
    w2 = (a + 2) * u**3 - (a + 3) * u**2 + 1
    return [w0, w1, w2, 1 - w0 - w1 - w2]


def upsample_interp(x, f, mode="bilinear"):
    if mode != "bilinear" and mode != "bicubic":
        raise ValueError("unknown mode")
    for axis in (2, 3):
        n = x.shape[axis]
        pads = [(0, 0)] * 4
        pads[axis] = (2, 2)
        wide = np.pad(x, pads, mode="edge")
        phases = []
        for phase in range(f):
            s = (phase + 0.5) / f - 0.5
            left = int(np.floor(s))
            part = 0
            for k, weight in enumerate(weights(s - left, mode)):
                start = 2 + left + k - 1
                index = [slice(None)] * 4
                index[axis] = np.clip(np.arange(start, start + n), 0, n + 3)
                part = part + weight * wide[tuple(index)]
            phases.append(part)
        shape = list(x.shape)
        shape[axis] = f * n
        x = np.stack(phases, axis=axis + 1).reshape(shape)
    return x
