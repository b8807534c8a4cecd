"""Convolution as one matrix product, with groups: the same numbers as loops, many times sooner."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

from reference.convolution.im2col import col2im, im2col


def conv2d_im2col_forward(
    x: Float[np.ndarray, "N C H W"],
    w: Float[np.ndarray, "F Cg kh kw"],
    b: Float[np.ndarray, "F"],
    stride: int = 1,
    pad: int = 0,
    groups: int = 1,
) -> tuple[Float[np.ndarray, "N F H_out W_out"], tuple]:
    """What `conv2d_forward` computes with dilation 1, as a product of matrices, and with groups of channels.

    With groups, the C channels are dealt out in their order to `groups` equal parts, and so are the F kernels. A kernel
    of part g sees the C / groups channels of part g, and no others. With one group every kernel sees all channels; with C
    groups and F = C the convolution is depthwise.

    Speed counts here, and only here. Your function has to be at least 5 times as fast as four nested loops over image,
    kernel, row and column, already on small images; one product of matrices is about 50 times as fast. And 16 images of
    8 channels and 32 x 32 pixels with 48 kernels of 3 x 3 must take less than two seconds of computing time. Write the
    windows as rows of a matrix with your `im2col`, and multiply.

    Args:
        x: images, shape (N, C, H, W).
        w: kernels, shape (F, C / groups, kh, kw).
        b: one bias for each kernel, shape (F,).
        stride, pad: step of the window, and zeros on each side.
        groups: number of groups; it divides C and F.

    Returns:
        out of shape (N, F, H', W'), and a cache: whatever your `conv2d_im2col_backward` needs.

    Raises:
        ValueError: if `groups` does not divide C and F, or if w does not have C / groups channels.
    """
    n, c, height, width = x.shape
    f, seen, kh, kw = w.shape
    for name, value, least in (("stride", stride, 1), ("pad", pad, 0), ("groups", groups, 1)):
        if not value >= least:
            raise ValueError(f"{name} is {value}: it must be at least {least}")
    if c % groups or f % groups:
        raise ValueError(f"groups: {groups} does not divide {c} channels and {f} kernels")
    if seen != c // groups:
        raise ValueError(f"w: the kernels have {seen} channels, but each sees {c // groups}")
    if b.shape != (f,):
        raise ValueError(f"b has shape {b.shape}: one bias for each kernel is needed")
    h_out, w_out = (height + 2 * pad - kh) // stride + 1, (width + 2 * pad - kw) // stride + 1
    cols = im2col(x, kh, kw, stride, pad)  # (N H' W', C kh kw), channels first: the parts lie side by side
    parts = cols.reshape(len(cols), groups, -1).transpose(1, 0, 2)  # (groups, N H' W', C / groups kh kw)
    kernels = w.reshape(groups, f // groups, -1)
    rows = parts @ kernels.transpose(0, 2, 1)  # (groups, N H' W', F / groups)
    out = rows.transpose(1, 0, 2).reshape(n, h_out, w_out, f).transpose(0, 3, 1, 2)
    out = out + b[:, None, None]
    cache = (parts, w, x.shape, stride, pad, groups, out.shape)
    return out, cache


def conv2d_im2col_backward(
    dout: Float[np.ndarray, "N F H_out W_out"], cache: tuple
) -> tuple[Float[np.ndarray, "N C H W"], Float[np.ndarray, "F Cg kh kw"], Float[np.ndarray, "F"]]:
    """Gradients of the loss with respect to x, w and b of `conv2d_im2col_forward`.

    A product of matrices has a product of matrices as its backward pass, on either side; `col2im` brings the gradient of
    the windows back to the pixels. Speed counts here, too: at least 3 times as fast as the nested loops of a forward pass.

    Args:
        dout: gradient of the loss with respect to out, shape (N, F, H', W').
        cache: as your `conv2d_im2col_forward` returned it.

    Returns:
        dx of shape (N, C, H, W), dw of shape (F, C / groups, kh, kw), db of shape (F,).
    """
    parts, w, x_shape, stride, pad, groups, out_shape = cache
    if dout.shape != out_shape:
        raise ValueError(f"dout has shape {dout.shape}, not {out_shape}")
    f, _, kh, kw = w.shape
    drows = dout.transpose(0, 2, 3, 1).reshape(-1, groups, f // groups).transpose(1, 0, 2)
    dw = (drows.transpose(0, 2, 1) @ parts).reshape(w.shape)
    dparts = drows @ w.reshape(groups, f // groups, -1)  # (groups, N H' W', C / groups kh kw)
    dcols = dparts.transpose(1, 0, 2).reshape(dparts.shape[1], -1)
    dx = col2im(dcols, x_shape, kh, kw, stride, pad)
    db = dout.sum(axis=(0, 2, 3))
    return dx, dw, db
