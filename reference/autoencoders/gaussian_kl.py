"""How far one Gaussian is from another: the Kullback-Leibler divergence in closed form."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def kl_diag_gaussian_standard(mu: Float[np.ndarray, "N k"], logvar: Float[np.ndarray, "N k"]) -> Float[np.ndarray, "N"]:
    """KL( N(mu_n, diag(sigma_n^2)) || N(0, I) ) of every row, with sigma^2 = exp(logvar).

    For a single coordinate it is

        KL = 1/2 (mu^2 + sigma^2 - 1 - ln sigma^2)

    and as the coordinates are independent on both sides, their divergences add up.

    Args:
        mu: means, shape (N, k).
        logvar: logarithms of the variances, shape (N, k).

    Returns:
        One number for each row, shape (N,).
    """
    return 0.5 * np.sum(mu**2 + np.exp(logvar) - 1 - logvar, axis=1)


def kl_gaussians(
    mu1: Float[np.ndarray, "d"],
    s1: Float[np.ndarray, "d d"],
    mu2: Float[np.ndarray, "d"],
    s2: Float[np.ndarray, "d d"],
) -> float:
    """KL( N(mu1, s1) || N(mu2, s2) ) with full covariance matrices.

        KL = 1/2 ( ln det s2 - ln det s1 - d + tr(s2^-1 s1) + (mu2 - mu1)^T s2^-1 (mu2 - mu1) )

    It must work for d in the hundreds, where a determinant is easily too large or too small for a float.

    Args:
        mu1, mu2: means, shape (d,).
        s1, s2: covariance matrices, symmetric and positive definite, shape (d, d).

    Returns:
        The divergence, a number.
    """
    delta = mu2 - mu1
    log_det1, log_det2 = np.linalg.slogdet(s1)[1], np.linalg.slogdet(s2)[1]
    trace = np.trace(np.linalg.solve(s2, s1))
    distance = delta @ np.linalg.solve(s2, delta)
    return 0.5 * (log_det2 - log_det1 - len(mu1) + trace + distance)
