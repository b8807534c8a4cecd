"""Vector quantisation: every code vector is replaced by the nearest one of a list."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def vq_quantize(
    z_e: Float[np.ndarray, "N d"], e: Float[np.ndarray, "K d"]
) -> tuple[Int[np.ndarray, "N"], Float[np.ndarray, "N d"]]:
    """The nearest row of the codebook for each vector, by Euclidean distance.

    Args:
        z_e: what the encoder puts out, shape (N, d).
        e: the codebook, K vectors of shape (d,), shape (K, d).

    Returns:
        idx, the number of the nearest codebook row for each of the N vectors (of several that are equally near, the
        lowest), shape (N,), whole numbers; and z_q, those rows, shape (N, d).
    """
    differences = z_e[:, None, :] - e[None, :, :]  # (N, K, d)
    distances = (differences**2).sum(axis=2)  # (N, K)
    idx = distances.argmin(axis=1)
    return idx, e[idx]
