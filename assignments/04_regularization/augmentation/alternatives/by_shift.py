"""Without a padded array: where the window overlaps the image, copy; elsewhere leave zeros."""

import numpy as np


def random_flip_crop(x, flips, offsets, pad):
    n_images, _, h, w = x.shape
    out = np.zeros_like(x)
    for n in range(n_images):
        image = np.flip(x[n], axis=-1) if flips[n] else x[n]
        down, right = pad - int(offsets[n][0]), pad - int(offsets[n][1])
        rows, cols = slice(max(down, 0), min(h + down, h)), slice(max(right, 0), min(w + right, w))
        out[n][:, rows, cols] = image[:, rows.start - down : rows.stop - down, cols.start - right : cols.stop - right]
    return out
