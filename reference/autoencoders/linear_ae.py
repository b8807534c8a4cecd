"""The best linear autoencoder, without training: principal components."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def linear_ae_optimum(
    x: Float[np.ndarray, "N D"], k: int
) -> tuple[
    Float[np.ndarray, "D k"],
    Float[np.ndarray, "k"],
    Float[np.ndarray, "k D"],
    Float[np.ndarray, "D"],
    float,
]:
    """A linear autoencoder with k code units with the smallest possible reconstruction error.

        z    = x @ w_enc + b_enc                      the code, shape (N, k)
        xhat = z @ w_dec + b_dec                      the reconstruction, shape (N, D)
        loss = 1/N  sum over n of  || x_n - xhat_n ||^2

    There are many with the smallest loss. Return the one that is an orthogonal projection: the columns of w_enc are
    orthonormal and span the directions in which the centred data vary most (its first k right singular vectors, each up to
    its sign), w_dec is the transpose of w_enc, and the biases are such that codes have mean 0 over the data.

    Args:
        x: samples, one per row, shape (N, D); not centred.
        k: width of the code, from 1 to min(N - 1, D).

    Returns:
        w_enc (D, k), b_enc (k,), w_dec (k, D), b_dec (D,), and the loss (a number): the sum of the D - k smallest
        eigenvalues of the covariance of x, the one that divides by N.
    """
    mean = x.mean(axis=0)
    _, s, vt = np.linalg.svd(x - mean, full_matrices=False)
    w_enc, w_dec = vt[:k].T, vt[:k]
    b_enc, b_dec = -mean @ w_enc, mean
    loss = np.sum(s[k:] ** 2) / len(x)
    return w_enc, b_enc, w_dec, b_dec, loss
