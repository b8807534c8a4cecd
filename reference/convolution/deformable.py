"""Deformable convolution: every tap of the kernel looks where it likes."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def deformable_conv2d(
    x: Float[np.ndarray, "C H W"], w: Float[np.ndarray, "F C k k"], offset: Float[np.ndarray, "kk 2 H W"]
) -> Float[np.ndarray, "F H W"]:
    """A convolution with stride 1 and padding k // 2 in which every tap is moved, by its own offset at each place.

    Tap t = u k + v of the kernel does not look at the pixel (i + u - k // 2, j + v - k // 2) but, with offset[t, :, i, j]
    = (dy, dx), at the place (i + u - k // 2 + dy, j + v - k // 2 + dx). There are seldom pixels exactly there, so the
    value is interpolated: with y = l + s, where l = floor(y), and x = m + r, where m = floor(x),

        value = (1-s)(1-r) image[l, m] + (1-s) r image[l, m+1] + s (1-r) image[l+1, m] + s r image[l+1, m+1]

    where every pixel outside of the image is 0. An output is the sum over channels and taps of the value, times the
    weight w[f, c, u, v]. With offset 0 this is an ordinary convolution without a bias. A net computes the offsets itself,
    by another convolution.

    Args:
        x: one image, shape (C, H, W).
        w: kernels, shape (F, C, k, k), k odd.
        offset: for each tap and each place (rows, columns) to add, shape (k * k, 2, H, W).

    Returns:
        The maps, shape (F, H, W).

    Raises:
        ValueError: if the kernels are not square with an odd side, or if offset has another shape.
    """
    if w.shape[1] != len(x):
        raise ValueError(f"w: the kernels have {w.shape[1]} channels, the image has {len(x)}")
    height, width = x.shape[1:]
    k = w.shape[2]
    if w.shape[3] != k or k % 2 == 0:
        raise ValueError(f"w: the kernels are {k} x {w.shape[3]}; a square with an odd side is needed")
    if offset.shape != (k * k, 2, height, width):
        raise ValueError(f"offset: the shape is {offset.shape}, not {(k * k, 2, height, width)}")

    def between_pixels(y_at: Float[np.ndarray, "H W"], x_at: Float[np.ndarray, "H W"]) -> Float[np.ndarray, "C H W"]:
        """The image at places between its pixels, 0 outside."""
        top, left = np.floor(y_at).astype(int), np.floor(x_at).astype(int)
        s, r = y_at - top, x_at - left
        value = np.zeros(x.shape)
        for row, weight_row in ((top, 1 - s), (top + 1, s)):
            for column, weight_column in ((left, 1 - r), (left + 1, r)):
                inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
                pixels = x[:, np.clip(row, 0, height - 1), np.clip(column, 0, width - 1)]
                value += inside * weight_row * weight_column * pixels
        return value

    rows, columns = np.arange(height)[:, None], np.arange(width)
    out = np.zeros((len(w), height, width))
    for u in range(k):
        for v in range(k):
            dy, dx = offset[u * k + v]
            seen = between_pixels(rows + u - k // 2 + dy, columns + v - k // 2 + dx)  # (C, H, W)
            out += np.einsum("fc,cij->fij", w[:, :, u, v], seen)
    return out
