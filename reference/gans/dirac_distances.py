"""Two points, and what two distances tell a generator about them."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Points = Float[np.ndarray, "K"]


def dirac_distances(theta: Points) -> dict[str, Points]:
    """All data lie at 0, all fakes at theta: two distances of the two, and their slopes with respect to theta.

    "jsd" is the Jensen-Shannon divergence, which compares probabilities outcome by outcome; "w1" is the Wasserstein-1
    distance, the way that the fakes have to go. "grad_jsd" and "grad_w1" are the derivatives with respect to theta;
    at theta = 0 both count as 0.

    Args:
        theta: K places of the fakes, shape (K,). Each is a case of its own.

    Returns:
        A dict with "jsd", "w1", "grad_jsd" and "grad_w1", arrays of floats of shape (K,).

    Raises:
        ValueError: if theta is not finite everywhere; the message names it.
    """
    if not np.all(np.isfinite(theta)):
        raise ValueError("theta must be finite")
    return {
        "jsd": np.where(theta == 0, 0.0, np.log(2)),
        "w1": np.abs(theta),
        "grad_jsd": np.zeros_like(theta),
        "grad_w1": np.sign(theta),
    }
