"""From noise back to data, with fresh noise at every step: the sampler of DDPM."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float, Int

from reference.diffusion.alpha_bar import alpha_bar_from_beta
from reference.diffusion.diffusion_posterior import mean_from_eps


def ddpm_step(
    x_i: Float[np.ndarray, "N *shape"],
    i: Int[np.ndarray, "N"],
    eps_hat: Float[np.ndarray, "N *shape"],
    noise: Float[np.ndarray, "N *shape"],
    beta: Float[np.ndarray, "T"],
    variance: str,
) -> Float[np.ndarray, "N *shape"]:
    """One step back: a draw of x_{t-1}, given x_t and a prediction of the noise in it.

        x_{t-1} = mean + sigma_t noise

    The mean is the one that the predicted noise stands for (`mean_from_eps`, which may be called). For the
    spread there are two choices,

        "beta"         sigma_t^2 = beta_t
        "posterior"    sigma_t^2 = (1 - alpha_bar_{t-1}) / (1 - alpha_bar_t) beta_t

    The last step, from t = 1 to the data, adds no noise, whichever is chosen.

    Args:
        x_i: the samples after step t, (N, ...).
        i: for every sample the index of its step, shape (N,); index i belongs to step t = i + 1.
        eps_hat: predicted noise in x_i, of its shape.
        noise: standard normal draws, of the shape of x_i.
        beta: noise variance of every step, shape (T,).
        variance: "beta" or "posterior".

    Returns:
        The samples after step t - 1, of the shape of x_i.
    """
    _, alpha_bar, alpha_bar_prev = alpha_bar_from_beta(beta)
    choices = {"beta": beta, "posterior": (1 - alpha_bar_prev) / (1 - alpha_bar) * beta}
    sigma = np.where(i > 0, np.sqrt(choices[variance][i]), 0.0)
    mean = mean_from_eps(x_i, eps_hat, i, beta)
    return mean + sigma.reshape(len(x_i), *(1,) * (x_i.ndim - 1)) * noise


def ddpm_sample(
    model: Callable,
    x_last: Float[np.ndarray, "N *shape"],
    noises: Float[np.ndarray, "T N *shape"],
    beta: Float[np.ndarray, "T"],
    variance: str,
) -> Float[np.ndarray, "N *shape"]:
    """All steps back, from pure noise to data: t = T, T-1, ..., 1.

    In every step `model(x, i)` predicts the noise in the samples as they are now, and `ddpm_step`, which may be
    called, takes them one step back.

    Args:
        model: called as model(x, i) with the samples x, (N, ...), and their indices i, an integer array of
            shape (N,) in which all entries are the index of the step (index i belongs to step t = i + 1);
            returns the predicted noise, of the shape of x.
        x_last: x_T, the samples to begin with, (N, ...); left as they are.
        noises: standard normal draws, shape (T, N, ...); noises[i] is for the step with index i.
        beta: noise variance of every step, shape (T,).
        variance: "beta" or "posterior", as in `ddpm_step`.

    Returns:
        x_0, of the shape of x_last.
    """
    x = x_last
    for step in reversed(range(len(beta))):
        i = np.full(len(x), step)
        x = ddpm_step(x, i, model(x, i), noises[step], beta, variance)
    return x
