"""DDIM seen as a solver: one Euler step of a differential equation, and the coordinates in which it is one."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def to_noise_level(x: Float[np.ndarray, "*shape"], ab: float) -> tuple[Float[np.ndarray, "*shape"], float]:
    """Samples in coordinates in which only the noise changes with time.

    Divide samples by what the data in them are multiplied by, and measure time by the noise in the result:

        xbar = x / sqrt(alpha_bar),    sigma = sqrt( (1 - alpha_bar) / alpha_bar )

    so that x = sqrt(alpha_bar) x_0 + sqrt(1 - alpha_bar) eps becomes xbar = x_0 + sigma eps.

    Args:
        x: samples, of any shape; left as they are.
        ab: their alpha_bar, one number in (0, 1].

    Returns:
        xbar, of the shape of x, and sigma, a number.
    """
    return x / np.sqrt(ab), float(np.sqrt((1 - ab) / ab))


def from_noise_level(xbar: Float[np.ndarray, "*shape"], sigma: float) -> Float[np.ndarray, "*shape"]:
    """The way back from `to_noise_level`: the samples x that are xbar at noise level sigma.

    alpha_bar is not given. It follows from sigma.

    Args:
        xbar: scaled samples, of any shape; left as they are.
        sigma: their noise level, at least 0.

    Returns:
        x, of the shape of xbar.
    """
    return xbar / np.sqrt(1 + sigma**2)


def ddim_euler_step(
    xbar: Float[np.ndarray, "*shape"], sigma: float, sigma_prev: float, eps: Float[np.ndarray, "*shape"]
) -> Float[np.ndarray, "*shape"]:
    """The jump of `ddim_step` without fresh noise, in the coordinates of `to_noise_level`, where it is a straight line.

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
