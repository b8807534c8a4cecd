"""Cheap convolutions: each channel on its own, pixels on their own, and the two after each other."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Images = Float[np.ndarray, "N C H W"]
ChannelKernels = Float[np.ndarray, "C kh kw"]
ChannelBias = Float[np.ndarray, "C"]
ChannelMaps = Float[np.ndarray, "N C H_out W_out"]
Mixing = Float[np.ndarray, "F C"]
Bias = Float[np.ndarray, "F"]


def depthwise_conv2d_forward(
    x: Images, w: ChannelKernels, b: ChannelBias, stride: int = 1, pad: int = 0
) -> tuple[ChannelMaps, tuple]:
    """Slide over every channel a kernel of its own; channels are not mixed.

        out[n, c, i, j] = b[c] + sum over u, v of xp[n, c, i * stride + u, j * stride + v] * w[c, u, v]

    with xp the images with `pad` zeros on all four sides. The kernel is not flipped.

    Args:
        x: images, shape (N, C, H, W).
        w: one kernel for each channel, shape (C, kh, kw).
        b: one bias for each channel, shape (C,).
        stride, pad: step of the window, and zeros on each side.

    Returns:
        out of shape (N, C, H', W'), and a cache: whatever your `depthwise_conv2d_backward` needs.
    """
    if not stride >= 1:
        raise ValueError(f"stride is {stride}: it must be at least 1")
    if not pad >= 0:
        raise ValueError(f"pad is {pad}: it must not be negative")
    if len(w) != x.shape[1]:
        raise ValueError(f"w: {len(w)} kernels for {x.shape[1]} channels")
    if b.shape != w.shape[:1]:
        raise ValueError(f"b has shape {b.shape}: one bias for each kernel is needed")
    kh, kw = w.shape[1:]
    xp = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    h_out, w_out = (xp.shape[2] - kh) // stride + 1, (xp.shape[3] - kw) // stride + 1
    if min(h_out, w_out, kh, kw) < 1:
        raise ValueError(f"w: no window of {kh} x {kw} fits into the padded images")
    out = np.zeros((*x.shape[:2], h_out, w_out))
    out += b[:, None, None]
    for u in range(kh):
        for v in range(kw):
            taps = xp[:, :, u : u + stride * h_out : stride, v : v + stride * w_out : stride]
            out += taps * w[:, u, v][:, None, None]
    cache = (x, w, stride, pad, out.shape)
    return out, cache


def depthwise_conv2d_backward(dout: ChannelMaps, cache: tuple) -> tuple[Images, ChannelKernels, ChannelBias]:
    """Gradients of the loss with respect to x, w and b of `depthwise_conv2d_forward`.

    Args:
        dout: gradient of the loss with respect to out, shape (N, C, H', W').
        cache: as your `depthwise_conv2d_forward` returned it.

    Returns:
        dx of shape (N, C, H, W), dw of shape (C, kh, kw), db of shape (C,).
    """
    x, w, stride, pad, out_shape = cache
    if dout.shape != out_shape:
        raise ValueError(f"dout has shape {dout.shape}, not {out_shape}")
    h_out, w_out = dout.shape[2:]
    xp = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    dxp, dw = np.zeros_like(xp), np.zeros_like(w)
    for u in range(w.shape[1]):
        for v in range(w.shape[2]):
            rows, columns = slice(u, u + stride * h_out, stride), slice(v, v + stride * w_out, stride)
            dw[:, u, v] = (dout * xp[:, :, rows, columns]).sum(axis=(0, 2, 3))
            dxp[:, :, rows, columns] += dout * w[:, u, v][:, None, None]
    dx = dxp[:, :, pad : pad + x.shape[2], pad : pad + x.shape[3]]
    db = dout.sum(axis=(0, 2, 3))
    return dx, dw, db


def pointwise_conv_forward(x: Images, w: Mixing, b: Bias) -> tuple[Float[np.ndarray, "N F H W"], tuple]:
    """A 1 x 1 convolution: the same affine map of the C channels at every pixel.

        out[n, f, i, j] = sum over c of w[f, c] * x[n, c, i, j] + b[f]

    Args:
        x: images, shape (N, C, H, W).
        w: weights, shape (F, C).
        b: biases, shape (F,).

    Returns:
        out of shape (N, F, H, W), and a cache: x and whatever else you would need for a backward pass.
    """
    if w.shape[1] != x.shape[1]:
        raise ValueError(f"w: weights for {w.shape[1]} channels, the images have {x.shape[1]}")
    if b.shape != w.shape[:1]:
        raise ValueError(f"b has shape {b.shape}: one bias for each kernel is needed")
    out = np.einsum("fc,ncij->nfij", w, x) + b[:, None, None]
    cache = (x, w)
    return out, cache


def depthwise_separable_conv(
    x: Images, w_dw: ChannelKernels, w_pw: Mixing, b: Bias, stride: int = 1, pad: int = 0
) -> Float[np.ndarray, "N F H_out W_out"]:
    """A depthwise convolution without bias, then a 1 x 1 convolution, with nothing between them.

    Together they are a full convolution whose kernels are products: w_pw[f, c] * w_dw[c, u, v].

    Args:
        x: images, shape (N, C, H, W).
        w_dw: one kernel for each channel, shape (C, k, k).
        w_pw: weights of the 1 x 1 convolution, shape (F, C).
        b: its biases, shape (F,).
        stride, pad: those of the depthwise convolution.

    Returns:
        The maps, shape (N, F, H', W').
    """
    if len(w_dw) != x.shape[1]:
        raise ValueError(f"w_dw: {len(w_dw)} kernels for {x.shape[1]} channels")
    if w_pw.shape[1] != len(w_dw):
        raise ValueError(f"w_pw: weights for {w_pw.shape[1]} channels, the images have {len(w_dw)}")
    filtered, _ = depthwise_conv2d_forward(x, w_dw, np.zeros(len(w_dw)), stride, pad)
    mixed, _ = pointwise_conv_forward(filtered, w_pw, b)
    return mixed
