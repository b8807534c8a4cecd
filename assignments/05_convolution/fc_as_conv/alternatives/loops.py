"""Entry by entry, by the position of a pixel in the flat image."""

import numpy as np


def fc_as_conv(W, b, chw):
    C, H, width = chw
    rows, F = W.shape
    if rows != C * H * width or b.shape != (F,):
        raise ValueError("W and b do not fit to the images")
    w = np.empty((F, C, H, width))
    for c in range(C):
        for i in range(H):
            for j in range(width):
                w[:, c, i, j] = W[(c * H + i) * width + j]
    return w, b
