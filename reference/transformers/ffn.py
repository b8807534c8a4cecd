"""The position-wise network: every token is processed alone, by the same two layers."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Cache = tuple[np.ndarray, ...]


def ffn_forward(
    x: Float[np.ndarray, "*axes D"],
    W1: Float[np.ndarray, "D F"],
    b1: Float[np.ndarray, "F"],
    W2: Float[np.ndarray, "F D"],
    b2: Float[np.ndarray, "D"],
) -> tuple[Float[np.ndarray, "*axes D"], Cache]:
    """relu(x W1 + b1) W2 + b2, at every position by itself.

    Args:
        x: tokens, shape (..., D) with any number of axes before the last, also none.
        W1, b1, W2, b2: shapes (D, F), (F,), (F, D) and (D,).

    Returns:
        out of the shape of x, and a cache of your choice for `ffn_backward`.
    """
    if W1.shape[:1] != x.shape[-1:] or b1.shape != W1.shape[1:]:
        raise ValueError(f"W1, b1: shapes {W1.shape} and {b1.shape} do not fit x, {x.shape}")
    if W2.shape != W1.shape[::-1] or b2.shape != W1.shape[:1]:
        raise ValueError(f"W2, b2: shapes {W2.shape} and {b2.shape} do not fit W1, {W1.shape}")
    a = x @ W1 + b1
    h = np.maximum(a, 0.0)
    out = h @ W2 + b2
    cache = (x, a, h, W1, W2)
    return out, cache


def ffn_backward(dout: Float[np.ndarray, "*axes D"], cache: Cache) -> tuple[np.ndarray, ...]:
    """Gradients of the loss with respect to the five inputs of `ffn_forward`.

    All positions share the weights, so the gradients of the weights are sums over all of them. The derivative of
    the ReLU at exactly 0 is 0.

    Args:
        dout: dL/dout, of the shape of x.
        cache: what `ffn_forward` returned.

    Returns:
        (dx, dW1, db1, dW2, db2), each of the shape of its input.
    """
    x, a, h, W1, W2 = cache
    if dout.shape != x.shape:
        raise ValueError(f"dout: the shape is {dout.shape}, and not {x.shape}")
    da = (dout @ W2.T) * (a > 0)
    dx = da @ W1.T
    # One row for each position, whatever the axes in front.
    rows, drows, hrows, darows = (v.reshape(-1, v.shape[-1]) for v in (x, dout, h, da))
    return dx, rows.T @ darows, darows.sum(axis=0), hrows.T @ drows, drows.sum(axis=0)
