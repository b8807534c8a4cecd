"""Softmax on the way back: the Jacobian of each sample, and its product with a gradient."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Probabilities = Float[np.ndarray, "N C"]


def softmax_jacobian(p: Probabilities) -> Float[np.ndarray, "N C C"]:
    """The Jacobian of softmax for each sample, from the probabilities that it returned.

        J[i, j] = d p_i / d z_j         p = softmax(z)

    As a matrix: diag(p) - p p^T.

    Args:
        p: one sample a row, shape (N, C); rows sum to 1.

    Returns:
        One C x C matrix for each sample, shape (N, C, C).
    """
    diagonal = p[:, :, None] * np.eye(p.shape[1])
    outer = p[:, :, None] * p[:, None, :]
    return diagonal - outer


def softmax_backward(dout: Probabilities, p: Probabilities) -> Probabilities:
    """Gradient of the loss with respect to z, where p = softmax(z) row by row.

        dz[n] = J_n^T dout[n]           J_n = diag(p[n]) - p[n] p[n]^T

    Multiply it out on paper first: the result takes a handful of operations on arrays of shape
    (N, C), and the C x C matrices need not be built.

    Args:
        dout: gradient of the loss with respect to p, shape (N, C).
        p: what softmax returned, shape (N, C).

    Returns:
        dz, of shape (N, C).
    """
    weighted = (dout * p).sum(axis=1, keepdims=True)
    return p * (dout - weighted)
