"""One step back, if the data were known; and what a guess of the noise says instead."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

from reference.diffusion.alpha_bar import alpha_bar_from_beta


def posterior_mean_variance(
    x0: Float[np.ndarray, "N *shape"],
    x_t: Float[np.ndarray, "N *shape"],
    i: Int[np.ndarray, "N"],
    beta: Float[np.ndarray, "T"],
) -> tuple[Float[np.ndarray, "N *shape"], Float[np.ndarray, "N"]]:
    """Where x_{t-1} was, for someone who knows both x_t and the data: q(x_{t-1} | x_t, x_0) is normal with

        mean     = sqrt(alpha_bar_{t-1}) beta_t / (1 - alpha_bar_t) x_0
                   + sqrt(alpha_t) (1 - alpha_bar_{t-1}) / (1 - alpha_bar_t) x_t
        variance = (1 - alpha_bar_{t-1}) / (1 - alpha_bar_t) beta_t

    Before the first step there is nothing but data: alpha_bar_0 = 1. `alpha_bar_from_beta` may be used.

    Args:
        x0: data, N samples of any shape.
        x_t: the samples after step t, of the shape of x0.
        i: for every sample the index of its step; index i belongs to step t = i + 1.
        beta: noise variance of every step, shape (T,).

    Returns:
        mean, of the shape of x0, and variance, one number for every sample, shape (N,).
    """
    alpha, alpha_bar, alpha_bar_prev = alpha_bar_from_beta(beta)
    noisy, noisy_before = 1 - alpha_bar[i], 1 - alpha_bar_prev[i]
    per_sample = (len(i),) + (1,) * (x0.ndim - 1)
    of_x0 = (np.sqrt(alpha_bar_prev[i]) * beta[i] / noisy).reshape(per_sample)
    of_x_t = (np.sqrt(alpha[i]) * noisy_before / noisy).reshape(per_sample)
    mean = of_x0 * x0 + of_x_t * x_t
    variance = noisy_before * beta[i] / noisy
    return mean, variance


def predict_x0_from_eps(
    x_t: Float[np.ndarray, "N *shape"],
    eps: Float[np.ndarray, "N *shape"],
    i: Int[np.ndarray, "N"],
    alpha_bar: Float[np.ndarray, "T"],
) -> Float[np.ndarray, "N *shape"]:
    """The data that a guess of the noise stands for: x_0 from

        x_t = sqrt(alpha_bar_t) x_0 + sqrt(1 - alpha_bar_t) eps

    Args:
        x_t: the samples after step t, (N, ...).
        eps: noise that is thought to be in them, of the shape of x_t.
        i: for every sample the index of its step; index i belongs to step t = i + 1.
        alpha_bar: share of the data's variance after each step, shape (T,).

    Returns:
        x_0, of the shape of x_t.
    """
    left = alpha_bar[i].reshape((len(i),) + (1,) * (x_t.ndim - 1))
    return (x_t - np.sqrt(1 - left) * eps) / np.sqrt(left)


def mean_from_eps(
    x_t: Float[np.ndarray, "N *shape"],
    eps: Float[np.ndarray, "N *shape"],
    i: Int[np.ndarray, "N"],
    beta: Float[np.ndarray, "T"],
) -> Float[np.ndarray, "N *shape"]:
    """Mean of x_{t-1} given x_t, for someone who has a guess of the noise in x_t instead of the data.

    It is the mean of q(x_{t-1} | x_t, x_0) at the x_0 that the guess stands for, and simplifies to

        mean = 1 / sqrt(alpha_t) ( x_t - beta_t / sqrt(1 - alpha_bar_t) eps )

    `alpha_bar_from_beta` may be used.

    Args:
        x_t: the samples after step t, (N, ...).
        eps: noise that is thought to be in them, of the shape of x_t.
        i: for every sample the index of its step; index i belongs to step t = i + 1.
        beta: noise variance of every step, shape (T,).

    Returns:
        The mean, of the shape of x_t.
    """
    alpha, alpha_bar, _ = alpha_bar_from_beta(beta)
    per_sample = (len(i),) + (1,) * (x_t.ndim - 1)
    root_alpha = np.sqrt(alpha[i]).reshape(per_sample)
    share = (beta[i] / np.sqrt(1 - alpha_bar[i])).reshape(per_sample)
    return (x_t - share * eps) / root_alpha
