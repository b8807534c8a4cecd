"""How much of the data is left after every noising step."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def alpha_bar_from_beta(
    beta: Float[np.ndarray, "T"],
) -> tuple[Float[np.ndarray, "T"], Float[np.ndarray, "T"], Float[np.ndarray, "T"]]:
    """What a noise schedule leaves of the signal's variance: in a step, after it, and before it.

    Step t = 1, ..., T adds noise of variance beta_t and scales the variance of what was there by

        alpha_t = 1 - beta_t

    so that after t steps the share alpha_bar_t = alpha_1 alpha_2 ... alpha_t of it is left. Arrays count from 0:
    index i belongs to step t = i + 1. Before the first step everything is still there.

    Args:
        beta: noise variance of every step, all in (0, 1), shape (T,).

    Returns:
        alpha, alpha_bar and alpha_bar_prev, each of shape (T,). Entry i of alpha_bar_prev is the share of the data just
        before the step with index i, that is alpha_bar_{t-1}, with alpha_bar_0 = 1.
    """
    alpha = 1 - beta
    alpha_bar = np.cumprod(alpha)
    alpha_bar_prev = np.append(1.0, alpha_bar[:-1])
    return alpha, alpha_bar, alpha_bar_prev
