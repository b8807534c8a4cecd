"""The importance-weighted bound: many codes, averaged before the logarithm."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def iwae_bound(log_w: Float[np.ndarray, "K N"]) -> Float[np.ndarray, "N"]:
    """Lower bound on ln p(x_n) from K codes z_1, ..., z_K drawn from q(z | x_n): one value for these codes.

        w_k   = p(x, z_k) / q(z_k | x)
        bound = ln ( 1/K  sum over k of  w_k )

    Averaged over many such sets of codes, it lies between the ELBO (K = 1) and ln p(x). Weights may be far too small or
    too large for a float: logarithms of -1000 or 1000 must work.

    Args:
        log_w: ln w_k for each x_n, codes first, shape (K, N); finite, and left as it is.

    Returns:
        The bounds, shape (N,).
    """
    largest = log_w.max(axis=0)
    scaled = np.exp(log_w - largest)
    return largest + np.log(scaled.sum(axis=0)) - np.log(len(log_w))
