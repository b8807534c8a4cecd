"""The proximal step of the L1 penalty: why L1 gives weights that are exactly zero."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Weights = Float[np.ndarray, "..."]


def soft_threshold(theta: Weights, tau: float) -> Weights:
    """Pull every entry towards 0 by tau, and stop at 0.

    Entry by entry, the result is the z that minimises

        1/2 (z - theta)^2 + tau |z|

    that is, sign(theta) times what is left of |theta| after taking tau away; nothing is left where
    |theta| <= tau, and there the result is exactly 0.

    Args:
        theta: array of any shape; left as it is.
        tau: threshold, at least 0.

    Returns:
        The minimisers, of the shape of theta.
    """
    return np.sign(theta) * np.maximum(np.abs(theta) - tau, 0.0)
