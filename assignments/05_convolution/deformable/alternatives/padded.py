"""The image in a frame of zeros that is wide enough; places further away are moved into the frame."""

import numpy as np


def deformable_conv2d(x, w, offset):
    C, H, W = x.shape
    F, _, k, k2 = w.shape
    if k != k2 or k % 2 != 1:
        raise ValueError("odd square kernels only")
    if offset.shape != (k * k, 2, H, W):
        raise ValueError("offset has the wrong shape")
    frame = np.pad(x, ((0, 0), (2, 2), (2, 2)))
    columns = np.empty((C, k * k, H, W))
    i, j = np.mgrid[:H, :W]
    for t in range(k * k):
        u, v = divmod(t, k)
        py = np.clip(i + u - k // 2 + offset[t, 0], -2, H) + 2
        px = np.clip(j + v - k // 2 + offset[t, 1], -2, W) + 2
        y0, x0 = np.floor(py).astype(int), np.floor(px).astype(int)
        wy, wx = py - y0, px - x0
        upper = frame[:, y0, x0] + wx * (frame[:, y0, x0 + 1] - frame[:, y0, x0])
        lower = frame[:, y0 + 1, x0] + wx * (frame[:, y0 + 1, x0 + 1] - frame[:, y0 + 1, x0])
        columns[:, t] = upper + wy * (lower - upper)
    return np.tensordot(w.reshape(F, C, k * k), columns, axes=([1, 2], [0, 1]))
