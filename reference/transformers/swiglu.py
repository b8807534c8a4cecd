"""A gated position-wise network: one branch decides how much of the other passes."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Cache = tuple[np.ndarray, ...]


def swiglu_forward(
    x: Float[np.ndarray, "*axes D"],
    Wg: Float[np.ndarray, "D F"],
    Wu: Float[np.ndarray, "D F"],
    Wd: Float[np.ndarray, "F D"],
) -> tuple[Float[np.ndarray, "*axes D"], Cache]:
    """(silu(x Wg) * (x Wu)) Wd with silu(a) = a sigmoid(a), at every position by itself.

    Args:
        x: tokens, shape (..., D). Products x Wg may be in the thousands, of either sign: nothing overflows.
        Wg, Wu, Wd: gate, value and way back, shapes (D, F), (D, F) and (F, D); there are no biases.

    Returns:
        out of the shape of x, and a cache of your choice for `swiglu_backward`.
    """
    if Wg.shape[:1] != x.shape[-1:]:
        raise ValueError(f"Wg: the shape {Wg.shape} does not fit x, {x.shape}")
    if Wu.shape != Wg.shape or Wd.shape != Wg.shape[::-1]:
        raise ValueError(f"Wu, Wd: shapes {Wu.shape} and {Wd.shape} do not fit Wg, {Wg.shape}")
    a, u = x @ Wg, x @ Wu
    s = np.exp(-np.logaddexp(0.0, -a))  # sigmoid of a; the other forms overflow on one side
    h = a * s * u
    out = h @ Wd
    cache = (x, a, s, u, h, Wg, Wu, Wd)
    return out, cache


def swiglu_backward(dout: Float[np.ndarray, "*axes D"], cache: Cache) -> tuple[np.ndarray, ...]:
    """Gradients of the loss with respect to the four inputs of `swiglu_forward`.

    Derive the derivative of silu from the product a sigmoid(a). x reaches the output on two paths.

    Args:
        dout: dL/dout, of the shape of x.
        cache: what `swiglu_forward` returned.

    Returns:
        (dx, dWg, dWu, dWd), each of the shape of its input.
    """
    x, a, s, u, h, Wg, Wu, Wd = cache
    if dout.shape != x.shape:
        raise ValueError(f"dout: the shape is {dout.shape}, and not {x.shape}")
    dh = dout @ Wd.T
    da = dh * u * s * (1 + a * (1 - s))
    du = dh * a * s
    dx = da @ Wg.T + du @ Wu.T
    rows, drows, hrows, darows, durows = (v.reshape(-1, v.shape[-1]) for v in (x, dout, h, da, du))
    return dx, rows.T @ darows, rows.T @ durows, hrows.T @ drows
