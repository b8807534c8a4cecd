"""From data to noise: one step at a time, and in a single jump."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def forward_diffusion_step(
    x_prev: Float[np.ndarray, "*shape"], beta_i: float, noise: Float[np.ndarray, "*shape"]
) -> Float[np.ndarray, "*shape"]:
    """One noising step: a draw of x_t given x_{t-1}.

        q(x_t | x_{t-1}) = N( sqrt(1 - beta) x_{t-1}, beta I )

    The noise is standard normal and comes in as an argument. Data of variance 1 keep variance 1.

    Args:
        x_prev: x_{t-1}, of any shape; left as it is.
        beta_i: variance of the noise of this step, in (0, 1).
        noise: standard normal draws, of the shape of x_prev; left as they are.

    Returns:
        x_t, of the shape of x_prev.
    """
    return np.sqrt(1 - beta_i) * x_prev + np.sqrt(beta_i) * noise


def q_sample(
    x0: Float[np.ndarray, "N *shape"],
    i: Int[np.ndarray, "N"],
    alpha_bar: Float[np.ndarray, "T"],
    noise: Float[np.ndarray, "N *shape"],
) -> Float[np.ndarray, "N *shape"]:
    """Many noising steps at once: a draw of x_t given the data, with a step of its own for every sample.

        q(x_t | x_0) = N( sqrt(alpha_bar_t) x_0, (1 - alpha_bar_t) I )

    Args:
        x0: data, N samples of any shape (points, images, ...).
        i: for every sample the index of its step, 0 <= i < T; index i belongs to step t = i + 1.
        alpha_bar: share of the data's variance after each step, shape (T,).
        noise: standard normal draws, of the shape of x0.

    Returns:
        x_t, of the shape of x0: sample n after its own step i[n].
    """
    left = alpha_bar[i].reshape((len(i),) + (1,) * (x0.ndim - 1))
    return np.sqrt(left) * x0 + np.sqrt(1 - left) * noise
