"""How much noise each step of the forward process adds: two schedules."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def linear_beta_schedule(steps: int, beta_min: float = 1e-4, beta_max: float = 0.02) -> Float[np.ndarray, "steps"]:
    """Noise variances that grow by the same amount from step to step.

        beta_t = beta_min + (t - 1) / (T - 1) * (beta_max - beta_min),    t = 1, ..., T

    The first is beta_min, the last beta_max. With a single step there is only beta_min.

    Args:
        steps: number T of steps, at least 1.
        beta_min: noise variance of the first step.
        beta_max: noise variance of the last step.

    Returns:
        beta, shape (T,); index i belongs to step t = i + 1.
    """
    if steps == 1:
        return np.array([beta_min])
    return beta_min + np.arange(steps) / (steps - 1) * (beta_max - beta_min)


def cosine_alpha_bar(
    steps: int, s: float = 0.008, clip: float = 0.999
) -> tuple[Float[np.ndarray, "steps"], Float[np.ndarray, "steps"]]:
    """A schedule that says how much of the data is to be left, and takes the noise of each step from that.

    The share of the data that should be left after step t falls like the square of a cosine,

        f(t) / f(0),    f(t) = cos( (t/T + s) / (1 + s) * pi/2 )^2,    t = 0, 1, ..., T

    so step t has to add noise of variance 1 - f(t) / f(t-1). At t = T that is 1: nothing would be left, and whatever
    divides by what is left would fail. Therefore no variance may be greater than `clip`:

        beta_t = min( 1 - f(t) / f(t-1), clip ),    t = 1, ..., T

    and alpha_bar_t is what these beta_t really leave, the product of (1 - beta_1) up to (1 - beta_t).

    Args:
        steps: number T of steps.
        s: offset that keeps the first steps from being too small.
        clip: the greatest beta allowed.

    Returns:
        alpha_bar and beta, each of shape (T,); index i belongs to step t = i + 1.
    """
    t = np.arange(steps + 1)
    f = np.cos((t / steps + s) / (1 + s) * np.pi / 2) ** 2
    beta = np.minimum(1 - f[1:] / f[:-1], clip)
    alpha_bar = np.cumprod(1 - beta)
    return alpha_bar, beta
