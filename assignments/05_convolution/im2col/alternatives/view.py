"""A view of all windows; and the way back with an index for every entry."""

import numpy as np


def im2col(x, kh, kw, stride, pad):
    padded = np.pad(x, [(0, 0), (0, 0), (pad, pad), (pad, pad)])
    view = np.lib.stride_tricks.sliding_window_view(padded, (kh, kw), axis=(2, 3))[:, :, ::stride, ::stride]
    rows = view.transpose(0, 2, 3, 1, 4, 5)
    return rows.reshape(rows.shape[0] * rows.shape[1] * rows.shape[2], -1)


def col2im(cols, x_shape, kh, kw, stride, pad):
    N, C, H, W = x_shape
    numbers = np.arange(N * C * (H + 2 * pad) * (W + 2 * pad)).reshape(N, C, H + 2 * pad, W + 2 * pad)
    view = np.lib.stride_tricks.sliding_window_view(numbers, (kh, kw), axis=(2, 3))[:, :, ::stride, ::stride]
    index = view.transpose(0, 2, 3, 1, 4, 5).ravel()
    flat = np.bincount(index, weights=cols.ravel(), minlength=numbers.size)
    return flat.reshape(numbers.shape)[:, :, pad : pad + H, pad : pad + W]
