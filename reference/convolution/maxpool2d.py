"""Max pooling: of every window the largest value, and the way back to the pixel it came from."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Images = Float[np.ndarray, "N C H W"]
Pooled = Float[np.ndarray, "N C H_out W_out"]


def maxpool2d_forward(x: Images, k: int, stride: int | None = None, pad: int = 0) -> tuple[Pooled, tuple]:
    """The largest value of every window of k x k pixels, channel by channel.

        out[n, c, i, j] = max over u, v of xp[n, c, i * stride + u, j * stride + v]

    where xp is x with `pad` pixels of minus infinity on all four sides: padding never wins. Windows that do
    not fit are dropped.

    Args:
        x: images, shape (N, C, H, W).
        k: height and width of the window.
        stride: step of the window; k if it is None, so that windows lie side by side.
        pad: pixels added on each side, fewer than k.

    Returns:
        out of shape (N, C, H', W') with H' = floor((H + 2 pad - k) / stride) + 1 and W' likewise, and a cache:
        whatever your `maxpool2d_backward` needs.
    """
    stride = k if stride is None else stride
    if not k >= 1:
        raise ValueError(f"k is {k}: it must be at least 1")
    if not stride >= 1:
        raise ValueError(f"stride is {stride}: it must be at least 1")
    if not 0 <= pad < k:
        raise ValueError(f"pad is {pad}: it must be at least 0 and less than k, {k}")
    xp = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)), constant_values=-np.inf)
    h_out, w_out = (xp.shape[2] - k) // stride + 1, (xp.shape[3] - k) // stride + 1
    if h_out < 1 or w_out < 1:
        raise ValueError(f"k: no window of {k} x {k} fits into the padded images")
    windows = np.empty((*x.shape[:2], h_out, w_out, k * k))
    for u in range(k):
        for v in range(k):
            windows[..., u * k + v] = xp[:, :, u : u + stride * h_out : stride, v : v + stride * w_out : stride]
    out = windows.max(axis=-1)
    cache = (windows, x.shape, k, stride, pad)
    return out, cache


def maxpool2d_backward(dout: Pooled, cache: tuple) -> Images:
    """Gradient of the loss with respect to x of `maxpool2d_forward`.

    All of the gradient of a window goes to the pixel that won it. If several pixels share the maximum, the
    first of them in reading order (row by row) takes all. A pixel that wins several windows gets the sum.

    Args:
        dout: gradient of the loss with respect to out, shape (N, C, H', W').
        cache: as your `maxpool2d_forward` returned it.

    Returns:
        dx of shape (N, C, H, W).
    """
    windows, (n, c, h, w), k, stride, pad = cache
    if dout.shape != windows.shape[:-1]:
        raise ValueError(f"dout has shape {dout.shape}, not {windows.shape[:-1]}")
    h_out, w_out = dout.shape[2:]
    winner = windows.argmax(axis=-1)  # the first maximum, as a number u * k + v
    dxp = np.zeros((n, c, h + 2 * pad, w + 2 * pad))
    for u in range(k):
        for v in range(k):
            rows, columns = slice(u, u + stride * h_out, stride), slice(v, v + stride * w_out, stride)
            dxp[:, :, rows, columns] += dout * (winner == u * k + v)
    return dxp[:, :, pad : pad + h, pad : pad + w]
