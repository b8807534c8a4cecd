"""Maxout: an activation that is learned, the greatest of several affine maps."""

from __future__ import annotations

from typing import Any

import numpy as np
from jaxtyping import Float


def maxout_forward(
    x: Float[np.ndarray, "N D"], w: Float[np.ndarray, "K D M"], b: Float[np.ndarray, "K M"]
) -> tuple[Float[np.ndarray, "N M"], Any]:
    """A layer whose units each take the greatest of K affine functions of the input.

        out[n, m] = max over k of  (x @ w[k] + b[k])[n, m]

    Args:
        x: inputs, shape (N, D).
        w: K weight matrices, shape (K, D, M).
        b: K biases, shape (K, M).

    Returns:
        out of shape (N, M), and a cache of your own for `maxout_backward`.
    """
    pieces = np.einsum("nd,kdm->knm", x, w) + b[:, None, :]
    winner = pieces.argmax(axis=0)
    out = pieces.max(axis=0)
    cache = (x, w, winner)
    return out, cache


def maxout_backward(
    dout: Float[np.ndarray, "N M"], cache: Any
) -> tuple[Float[np.ndarray, "N D"], Float[np.ndarray, "K D M"], Float[np.ndarray, "K M"]]:
    """Gradients of the loss with respect to x, w and b of `maxout_forward`.

    For each sample and unit the gradient goes to the piece that was the greatest, and to no
    other; where several tie for the greatest, it goes to the one with the lowest k.

    Args:
        dout: gradient of the loss with respect to out, shape (N, M).
        cache: from `maxout_forward`.

    Returns:
        dx of shape (N, D), dw of shape (K, D, M), db of shape (K, M).
    """
    x, w, winner = cache
    won = winner == np.arange(len(w))[:, None, None]
    dpieces = dout * won
    dx = np.einsum("knm,kdm->nd", dpieces, w)
    dw = np.einsum("nd,knm->kdm", x, dpieces)
    db = dpieces.sum(axis=1)
    return dx, dw, db
