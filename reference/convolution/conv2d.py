"""Convolution of images, forward and backward: one small kernel, the same at every place."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Images = Float[np.ndarray, "N C H W"]
Kernels = Float[np.ndarray, "F C kh kw"]
Bias = Float[np.ndarray, "F"]
Maps = Float[np.ndarray, "N F H_out W_out"]


def conv2d_forward(x: Images, w: Kernels, b: Bias, stride: int = 1, pad: int = 0, dilation: int = 1) -> tuple[Maps, tuple]:
    """Slide F kernels over the images; each output is a weighted sum of one window, plus a bias.

    With xp the images with `pad` zeros on all four sides,

        out_{nfij} = b_f + sum over c, u, v of w_{fcuv} times
                     xp of image n, channel c, row s i + d u, column s j + d v

    with the stride s and the dilation d, for all windows that lie inside xp. The kernel is not flipped (a
    mathematician would say cross-correlation). Every kernel sees all C channels.

    Args:
        x: images, shape (N, C, H, W).
        w: kernels, shape (F, C, kh, kw).
        b: one bias for each kernel, shape (F,).
        stride, pad, dilation: step of the window, zeros on each side, distance of neighbouring taps;
            the same for rows and columns.

    Returns:
        out of shape (N, F, H', W') with H' = floor((H + 2 pad - dilation (kh - 1) - 1) / stride) + 1 and W'
        likewise, and a cache: whatever your `conv2d_backward` needs.
    """
    if not stride >= 1:
        raise ValueError(f"stride is {stride}: it must be at least 1")
    if not pad >= 0:
        raise ValueError(f"pad is {pad}: it must not be negative")
    if not dilation >= 1:
        raise ValueError(f"dilation is {dilation}: it must be at least 1")
    if w.shape[1] != x.shape[1]:
        raise ValueError(f"w: the kernels have {w.shape[1]} channels, the images have {x.shape[1]}")
    if b.shape != w.shape[:1]:
        raise ValueError(f"b has shape {b.shape}: one bias for each kernel is needed")
    kh, kw = w.shape[2:]
    xp = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    h_out = (xp.shape[2] - dilation * (kh - 1) - 1) // stride + 1
    w_out = (xp.shape[3] - dilation * (kw - 1) - 1) // stride + 1
    if min(h_out, w_out, kh, kw) < 1:
        raise ValueError(f"w: no window of {kh} x {kw} taps fits into the padded images")
    out = np.zeros((len(x), len(w), h_out, w_out))
    out += b[:, None, None]
    for u in range(kh):
        for v in range(kw):
            top, left = u * dilation, v * dilation
            # What this one tap sees of every window: (N, C, H', W').
            taps = xp[:, :, top : top + stride * h_out : stride, left : left + stride * w_out : stride]
            out += np.einsum("ncij,fc->nfij", taps, w[:, :, u, v])
    cache = (x, w, stride, pad, dilation, out.shape)
    return out, cache


def conv2d_backward(dout: Maps, cache: tuple) -> tuple[Images, Kernels, Bias]:
    """Gradients of the loss with respect to x, w and b of `conv2d_forward`.

    Derive them by hand, for every stride, padding and dilation; automatic differentiation and
    ready-made layers are not allowed. Mind that a pixel lies in several windows, and that what reached
    the padding reached no pixel.

    Args:
        dout: gradient of the loss with respect to out, shape (N, F, H', W').
        cache: as your `conv2d_forward` returned it.

    Returns:
        dx of shape (N, C, H, W), dw of shape (F, C, kh, kw), db of shape (F,).
    """
    x, w, stride, pad, dilation, out_shape = cache
    if dout.shape != out_shape:
        raise ValueError(f"dout has shape {dout.shape}, not {out_shape}")
    h_out, w_out = dout.shape[2:]
    xp = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    dxp, dw = np.zeros_like(xp), np.zeros_like(w)
    for u in range(w.shape[2]):
        for v in range(w.shape[3]):
            rows = slice(u * dilation, u * dilation + stride * h_out, stride)
            columns = slice(v * dilation, v * dilation + stride * w_out, stride)
            dw[:, :, u, v] = np.einsum("nfij,ncij->fc", dout, xp[:, :, rows, columns])
            dxp[:, :, rows, columns] += np.einsum("nfij,fc->ncij", dout, w[:, :, u, v])
    dx = dxp[:, :, pad : pad + x.shape[2], pad : pad + x.shape[3]]
    db = dout.sum(axis=(0, 2, 3))
    return dx, dw, db
