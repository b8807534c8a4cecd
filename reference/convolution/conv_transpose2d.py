"""Transposed convolution: every pixel puts down a kernel. It enlarges, and it is the adjoint of a convolution."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Images = Float[np.ndarray, "N C H W"]
TransposedKernels = Float[np.ndarray, "C F kh kw"]
Bias = Float[np.ndarray, "F"]
Maps = Float[np.ndarray, "N F H_out W_out"]


def conv_transpose2d_forward(x: Images, w: TransposedKernels, b: Bias, stride: int = 1, pad: int = 0) -> tuple[Maps, tuple]:
    """Put a kernel, times the pixel's value, at every stride-th place; add up where kernels overlap.

        full[n, f, i * stride + u, j * stride + v] += x[n, c, i, j] * w[c, f, u, v]

    for all n, c, f, i, j, u, v, beginning with zeros. Then `pad` rows and columns are cut off on each of the four sides, and
    b[f] is added everywhere. With the same array w, stride and pad this is the adjoint of the
    convolution from F to C channels: what that one reads, this one writes.

    Args:
        x: images, shape (N, C, H, W).
        w: kernels, shape (C, F, kh, kw): the channels of x come first.
        b: one bias for each channel of the output, shape (F,).
        stride, pad: distance of neighbouring kernels in the output, and what is cut off.

    Returns:
        out of shape (N, F, (H - 1) stride - 2 pad + kh, (W - 1) stride - 2 pad + kw), and a cache: whatever your
        `conv_transpose2d_backward` needs.
    """
    if not stride >= 1:
        raise ValueError(f"stride is {stride}: it must be at least 1")
    if not pad >= 0:
        raise ValueError(f"pad is {pad}: it must not be negative")
    if w.shape[0] != x.shape[1]:
        raise ValueError(f"w: kernels for {w.shape[0]} channels, the images have {x.shape[1]}")
    n, _, h, width = x.shape
    _, f, kh, kw = w.shape
    if b.shape != (f,):
        raise ValueError(f"b has shape {b.shape}: one bias for each channel of the output is needed")
    if min((h - 1) * stride + kh, (width - 1) * stride + kw) <= 2 * pad:
        raise ValueError(f"pad is {pad}: nothing is left of the output")
    full = np.zeros((n, f, (h - 1) * stride + kh, (width - 1) * stride + kw))
    for u in range(kh):
        for v in range(kw):
            placed = np.einsum("ncij,cf->nfij", x, w[:, :, u, v])
            full[:, :, u : u + stride * h : stride, v : v + stride * width : stride] += placed
    out = full[:, :, pad : full.shape[2] - pad, pad : full.shape[3] - pad] + b[:, None, None]
    cache = (x, w, stride, pad, out.shape)
    return out, cache


def conv_transpose2d_backward(dout: Maps, cache: tuple) -> tuple[Images, TransposedKernels, Bias]:
    """Gradients of the loss with respect to x, w and b of `conv_transpose2d_forward`.

    Derive them by hand; automatic differentiation and ready-made layers are not allowed.

    Args:
        dout: gradient of the loss with respect to out.
        cache: as your `conv_transpose2d_forward` returned it.

    Returns:
        dx of shape (N, C, H, W), dw of shape (C, F, kh, kw), db of shape (F,).
    """
    x, w, stride, pad, out_shape = cache
    h, width = x.shape[2:]
    if dout.shape != out_shape:
        raise ValueError(f"dout has shape {dout.shape}, not {out_shape}")
    dfull = np.pad(dout, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    dx, dw = np.zeros_like(x), np.zeros_like(w)
    for u in range(w.shape[2]):
        for v in range(w.shape[3]):
            taps = dfull[:, :, u : u + stride * h : stride, v : v + stride * width : stride]
            dx += np.einsum("nfij,cf->ncij", taps, w[:, :, u, v])
            dw[:, :, u, v] = np.einsum("ncij,nfij->cf", x, taps)
    db = dout.sum(axis=(0, 2, 3))
    return dx, dw, db
