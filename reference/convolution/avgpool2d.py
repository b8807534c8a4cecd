"""Average pooling, over windows and over whole maps, forward and backward."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Images = Float[np.ndarray, "N C H W"]
Pooled = Float[np.ndarray, "N C H_out W_out"]
PerMap = Float[np.ndarray, "N C"]


def avgpool2d_forward(x: Images, k: int, stride: int | None = None) -> tuple[Pooled, tuple]:
    """The mean of every window of k x k pixels, channel by channel; windows that do not fit are dropped.

    Args:
        x: images, shape (N, C, H, W).
        k: height and width of the window.
        stride: step of the window; k if it is None, so that windows lie side by side.

    Returns:
        out of shape (N, C, H', W') with H' = floor((H - k) / stride) + 1 and W' likewise, and a cache: whatever
        your `avgpool2d_backward` needs.
    """
    stride = k if stride is None else stride
    if not k >= 1:
        raise ValueError(f"k is {k}: it must be at least 1")
    if not stride >= 1:
        raise ValueError(f"stride is {stride}: it must be at least 1")
    h_out, w_out = (x.shape[2] - k) // stride + 1, (x.shape[3] - k) // stride + 1
    if h_out < 1 or w_out < 1:
        raise ValueError(f"k: no window of {k} x {k} fits into the images")
    out = np.zeros((*x.shape[:2], h_out, w_out))
    for u in range(k):
        for v in range(k):
            out += x[:, :, u : u + stride * h_out : stride, v : v + stride * w_out : stride] / k**2
    cache = (x.shape, k, stride)
    return out, cache


def avgpool2d_backward(dout: Pooled, cache: tuple) -> Images:
    """Gradient of the loss with respect to x of `avgpool2d_forward`.

    Args:
        dout: gradient of the loss with respect to out, shape (N, C, H', W').
        cache: as your `avgpool2d_forward` returned it.

    Returns:
        dx of shape (N, C, H, W). A pixel in several windows gets a share of each, one in none gets 0.
    """
    shape, k, stride = cache
    h_out, w_out = dout.shape[2:]
    wanted = (*shape[:2], *((side - k) // stride + 1 for side in shape[2:]))
    if dout.shape != wanted:
        raise ValueError(f"dout has shape {dout.shape}, not {wanted}")
    dx = np.zeros(shape)
    for u in range(k):
        for v in range(k):
            dx[:, :, u : u + stride * h_out : stride, v : v + stride * w_out : stride] += dout / k**2
    return dx


def global_avg_pool(x: Images) -> tuple[PerMap, tuple]:
    """The mean of every map over all its pixels.

    What is left of an image is one number for each channel, whatever its size was. A classifier on top
    of it does not care where in the image something was found.

    Args:
        x: maps, shape (N, C, H, W).

    Returns:
        out of shape (N, C), and a cache: whatever your `global_avg_pool_backward` needs.
    """
    if 0 in x.shape[2:]:
        raise ValueError(f"x has maps of {x.shape[2]} x {x.shape[3]} pixels: there is no mean")
    out = x.mean(axis=(2, 3))
    cache = x.shape
    return out, cache


def global_avg_pool_backward(dout: PerMap, cache: tuple) -> Images:
    """Gradient of the loss with respect to x of `global_avg_pool`.

    Args:
        dout: gradient of the loss with respect to out, shape (N, C).
        cache: as your `global_avg_pool` returned it.

    Returns:
        dx of shape (N, C, H, W).
    """
    n, c, h, w = cache
    if dout.shape != (n, c):
        raise ValueError(f"dout has shape {dout.shape}, not {(n, c)}")
    return np.ones((n, c, h, w)) * dout[:, :, None, None] / (h * w)
