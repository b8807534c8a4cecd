"""Convolution as one matrix product: all windows as rows of a matrix, and the way back."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Images = Float[np.ndarray, "N C H W"]
Windows = Float[np.ndarray, "rows columns"]


def _check_window(kh: int, kw: int, stride: int, pad: int) -> None:
    """Refuse a window without pixels, one that does not move, and less than no padding."""
    for name, value in (("kh", kh), ("kw", kw), ("stride", stride)):
        if not value >= 1:
            raise ValueError(f"{name} is {value}: it must be at least 1")
    if not pad >= 0:
        raise ValueError(f"pad is {pad}: it must not be negative")


def im2col(x: Images, kh: int, kw: int, stride: int, pad: int) -> Windows:
    """Write every window of the zero-padded images as one row of a matrix.

    Rows are ordered by image, then by the row, then by the column of the output: (n, i, j). Within a row the
    entries are ordered by channel, then by row, then by column of the window: (c, u, v). So a
    convolution is a product with the kernels: im2col(x, ...) @ w.reshape(F, -1).T has one row for each
    place of the output, and one column for each kernel.

    Args:
        x: images, shape (N, C, H, W).
        kh, kw: height and width of the window.
        stride, pad: step of the window, and zeros on each side; the same for rows and columns.

    Returns:
        The windows, shape (N * H' * W', C * kh * kw).
    """
    _check_window(kh, kw, stride, pad)
    n, c, h, w = x.shape
    h_out, w_out = (h + 2 * pad - kh) // stride + 1, (w + 2 * pad - kw) // stride + 1
    if h_out < 1 or w_out < 1:
        raise ValueError(f"kh, kw: no window of {kh} x {kw} fits into the padded images")
    xp = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    windows = np.empty((n, h_out, w_out, c, kh, kw))
    for u in range(kh):
        for v in range(kw):
            taps = xp[:, :, u : u + stride * h_out : stride, v : v + stride * w_out : stride]
            windows[:, :, :, :, u, v] = taps.transpose(0, 2, 3, 1)
    return windows.reshape(n * h_out * w_out, c * kh * kw)


def col2im(cols: Windows, x_shape: tuple[int, int, int, int], kh: int, kw: int, stride: int, pad: int) -> Images:
    """Add every entry of the windows back to the pixel from which `im2col` took it.

    A pixel that lies in several windows gets the sum of its entries, one that lies in none gets 0, and
    what came from the padding is dropped. This is the adjoint (the transposed map) of `im2col`, not its
    inverse: it is what the backward pass of a convolution needs.

    Args:
        cols: entries in the layout of `im2col`, shape (N * H' * W', C * kh * kw).
        x_shape: (N, C, H, W), shape of the images.
        kh, kw, stride, pad: as in `im2col`.

    Returns:
        The sums, shape (N, C, H, W).
    """
    _check_window(kh, kw, stride, pad)
    n, c, h, w = x_shape
    h_out, w_out = (h + 2 * pad - kh) // stride + 1, (w + 2 * pad - kw) // stride + 1
    if cols.shape != (n * h_out * w_out, c * kh * kw):
        raise ValueError(f"cols: the shape is {cols.shape}, not {(n * h_out * w_out, c * kh * kw)}")
    windows = cols.reshape(n, h_out, w_out, c, kh, kw)
    xp = np.zeros((n, c, h + 2 * pad, w + 2 * pad))
    for u in range(kh):
        for v in range(kw):
            taps = windows[:, :, :, :, u, v].transpose(0, 3, 1, 2)
            xp[:, :, u : u + stride * h_out : stride, v : v + stride * w_out : stride] += taps
    return xp[:, :, pad : pad + h, pad : pad + w]
