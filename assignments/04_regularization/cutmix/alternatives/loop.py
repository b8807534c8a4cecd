"""Image by image, the box clipped with min and max, plain Python numbers."""

import numpy as np


def cutmix(x, y, perm, box):
    h, w = x.shape[2], x.shape[3]
    top, bottom = min(max(int(box[0]), 0), h), min(max(int(box[1]), 0), h)
    left, right = min(max(int(box[2]), 0), w), min(max(int(box[3]), 0), w)
    share = (bottom - top) * (right - left) / (h * w)
    x_mixed, y_mixed = np.array(x), np.array(y)
    for n in range(len(x)):
        x_mixed[n, :, top:bottom, left:right] = x[perm[n], :, top:bottom, left:right]
        y_mixed[n] = y[n] - share * y[n] + share * y[perm[n]]
    return x_mixed, y_mixed, 1 - share
