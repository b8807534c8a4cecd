"""The evidence by brute force: average the likelihood over codes from the prior."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def marginal_loglik_mc(log_px_given_z: Float[np.ndarray, "S N"]) -> Float[np.ndarray, "N"]:
    """Monte Carlo estimate of ln p(x_n), from S codes drawn from the prior.

        p(x) = E over z ~ p(z) of p(x | z)   is estimated by   1/S  sum over s of  p(x | z_s)

    and the logarithm of this estimate is returned. The likelihoods themselves may be far too small for a float: values of
    -1000 and below must work.

    Args:
        log_px_given_z: ln p(x_n | z_s), codes first, shape (S, N); finite, and left as it is.

    Returns:
        The estimates, shape (N,).
    """
    top = log_px_given_z.max(axis=0)
    return top + np.log(np.mean(np.exp(log_px_given_z - top), axis=0))
