"""DDIM seen as a solver: one Euler step of a differential equation."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def ddim_euler_step(
    xbar: Float[np.ndarray, "*shape"], sigma: float, sigma_prev: float, eps: Float[np.ndarray, "*shape"]
) -> Float[np.ndarray, "*shape"]:
    """The jump of `ddim_step` without fresh noise, in coordinates in which it is a straight line.

    Divide samples by the share of the data in them, and measure time by the noise that is left:

        xbar = x / sqrt(alpha_bar),    sigma = sqrt( (1 - alpha_bar) / alpha_bar )

    so that xbar = x_0 + sigma eps.

    Along a path of constant x_0 and eps, xbar changes with sigma at the rate

        d xbar / d sigma = eps

    and one Euler step follows that rate from sigma to sigma_prev.

    Args:
        xbar: scaled samples at noise level sigma, of any shape; left as they are.
        sigma: noise level they are at.
        sigma_prev: noise level to go to, in sampling the smaller one.
        eps: predicted noise, of the shape of xbar.

    Returns:
        The scaled samples at noise level sigma_prev, of the shape of xbar.
    """
    return xbar + (sigma_prev - sigma) * eps
