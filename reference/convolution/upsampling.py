"""Enlarging without weights: repeat every pixel, or put it back to where max pooling found it."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

Images = Float[np.ndarray, "N C H W"]


def upsample_nearest(x: Images, f: int) -> tuple[Float[np.ndarray, "N C H_out W_out"], tuple]:
    """Enlarge images by repeating every pixel f times in both directions: out[n, c, i, j] = x[n, c, i // f, j // f].

    Args:
        x: images, shape (N, C, H, W).
        f: factor, a whole number, at least 1.

    Returns:
        out of shape (N, C, f H, f W), and a cache: whatever your `upsample_nearest_backward` needs.
    """
    if not f >= 1:
        raise ValueError(f"f: {f} is less than 1")
    out = x.repeat(f, axis=2).repeat(f, axis=3)
    cache = (x.shape, f)
    return out, cache


def upsample_nearest_backward(dout: Float[np.ndarray, "N C H_out W_out"], cache: tuple) -> Images:
    """Gradient of the loss with respect to x of `upsample_nearest`.

    Args:
        dout: gradient of the loss with respect to out, shape (N, C, f H, f W).
        cache: as your `upsample_nearest` returned it.

    Returns:
        dx of shape (N, C, H, W).
    """
    (n, c, h, w), f = cache
    if dout.shape != (n, c, f * h, f * w):
        raise ValueError(f"dout has shape {dout.shape}, not {(n, c, f * h, f * w)}")
    return dout.reshape(n, c, h, f, w, f).sum(axis=(3, 5))


def max_unpool2d(x: Float[np.ndarray, "N C h w"], index: Int[np.ndarray, "N C h w"], out_hw: tuple[int, int]) -> Images:
    """Write every value to the place from which max pooling took it, and 0 everywhere else.

    Args:
        x: values, shape (N, C, h, w).
        index: the place of each value in its own plane, row * W + column, shape (N, C, h, w). No two values
            of a plane have the same place.
        out_hw: (H, W), height and width of the result.

    Returns:
        The sparse images, shape (N, C, H, W).
    """
    if not min(out_hw) >= 0:
        raise ValueError(f"out_hw is {out_hw}: no side may be negative")
    if index.shape != x.shape:
        raise ValueError(f"index: the shape is {index.shape}, that of x is {x.shape}")
    n, c = x.shape[:2]
    height, width = out_hw
    if index.dtype.kind not in "iu" or ((index < 0) | (index >= height * width)).any():
        raise ValueError(f"index: the places are not all in 0 ... {height * width - 1}")
    planes = np.zeros((n * c, height * width))
    np.put_along_axis(planes, index.reshape(n * c, -1), x.reshape(n * c, -1), axis=1)
    return planes.reshape(n, c, height, width)
