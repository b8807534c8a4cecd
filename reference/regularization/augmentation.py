"""Augmentation of images: mirror some of them, and shift each by a few pixels."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float, Int


def random_flip_crop(
    x: Float[np.ndarray, "N C H W"],
    flips: Bool[np.ndarray, "N"],
    offsets: Int[np.ndarray, "N two"],
    pad: int,
) -> Float[np.ndarray, "N C H W"]:
    """Mirror the chosen images left to right, then cut a window of the old size from each padded image.

    In this order, for every image n by itself:
      1. if flips[n], mirror it left to right (the W axis);
      2. surround it with `pad` rows and columns of zeros on all four sides;
      3. keep the H x W window whose upper left corner is at row offsets[n, 0], column offsets[n, 1]
         of the padded image. Offsets go from 0 to 2 * pad; (pad, pad) is the middle.

    The random part is drawn outside and comes in as `flips` and `offsets`.

    Args:
        x: images, shape (N, C, H, W).
        flips: which images are mirrored, shape (N,).
        offsets: row and column of each window, shape (N, 2).
        pad: width of the border of zeros; 0 means no border.

    Returns:
        The new images, shape (N, C, H, W).
    """
    height, width = x.shape[2:]
    mirrored = np.where(flips[:, None, None, None], x[:, :, :, ::-1], x)
    out = np.empty_like(x)
    for n, (row, col) in enumerate(offsets):
        padded = np.pad(mirrored[n], ((0, 0), (pad, pad), (pad, pad)))
        out[n] = padded[:, row : row + height, col : col + width]
    return out
