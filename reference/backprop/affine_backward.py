"""The backward pass of an affine layer."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def affine_backward(
    dout: Float[np.ndarray, "N M"],
    cache: tuple[Float[np.ndarray, "N ..."], Float[np.ndarray, "D M"], Float[np.ndarray, "M"]],
) -> tuple[Float[np.ndarray, "N ..."], Float[np.ndarray, "D M"], Float[np.ndarray, "M"]]:
    """Gradients of the loss with respect to the input, the weights and the bias of an affine layer.

    The forward pass flattens each sample of x to a row of D numbers (as `reshape` does) and
    computes

        out = rows w + b                rows: (N, D)

    Derive the three gradients by hand. The 1/N of a mean loss, if there is one, is already in dout.

    Args:
        dout: gradient of the loss with respect to out, shape (N, M).
        cache: (x, w, b) with x of shape (N, ...), samples along the first axis, w of shape (D, M)
            and b of shape (M,).

    Returns:
        dx of the shape of x, dw of shape (D, M), db of shape (M,).
    """
    x, w, _ = cache
    rows = x.reshape(len(x), len(w))
    dx = (dout @ w.T).reshape(x.shape)
    dw = rows.T @ dout
    db = dout.sum(axis=0)
    return dx, dw, db
