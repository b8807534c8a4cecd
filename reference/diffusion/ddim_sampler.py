"""From noise back to data in a few large steps: the sampler of DDIM."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float, Int


def ddim_step(
    x_t: Float[np.ndarray, "*shape"],
    eps_hat: Float[np.ndarray, "*shape"],
    ab_t: float,
    ab_prev: float,
    eta: float = 0.0,
    noise: Float[np.ndarray, "*shape"] | None = None,
) -> Float[np.ndarray, "*shape"]:
    """A jump from one noise level to another one, however far: guess the data, then noise the guess anew.

        x0_hat = the data that eps_hat stands for:  x_t = sqrt(ab_t) x0_hat + sqrt(1 - ab_t) eps_hat
        sigma  = eta sqrt( (1 - ab_prev) / (1 - ab_t) ) sqrt( 1 - ab_t / ab_prev )
        x_prev = sqrt(ab_prev) x0_hat  +  sqrt(1 - ab_prev - sigma^2) eps_hat  +  sigma noise

    The noise that is added anew has variance 1 - ab_prev in all: a part of it is the old noise, and eta says how
    much is fresh. With eta = 0 none is, and nothing is left to chance; the jump may then also lead upwards, to
    ab_prev < ab_t, and may start from the data itself, ab_t = 1. With eta = 1 and a tiny ab_t hardly any old noise is
    left, and rounding may take the number under its root a little below 0; it counts as 0 then.

    Args:
        x_t: samples with share ab_t of the data's variance, of any shape.
        eps_hat: predicted noise in them, of the same shape.
        ab_t: alpha_bar of the samples as they are, one number in (0, 1], below 1 if eta > 0.
        ab_prev: alpha_bar to arrive at, one number in (0, 1]; at least ab_t if eta > 0.
        eta: share of fresh noise, from 0 to 1.
        noise: standard normal draws, of the shape of x_t; not looked at if eta is 0.

    Returns:
        x_prev, of the shape of x_t.
    """
    x0_hat = (x_t - np.sqrt(1 - ab_t) * eps_hat) / np.sqrt(ab_t)
    sigma = 0.0
    if eta > 0:
        sigma = eta * np.sqrt((1 - ab_prev) / (1 - ab_t)) * np.sqrt(1 - ab_t / ab_prev)
    old_noise = max(1 - ab_prev - sigma**2, 0.0)
    x_prev = np.sqrt(ab_prev) * x0_hat + np.sqrt(old_noise) * eps_hat
    if eta > 0:
        x_prev = x_prev + sigma * noise
    return x_prev


def ddim_sample(
    model: Callable,
    x_last: Float[np.ndarray, "N *shape"],
    tau: Int[np.ndarray, "S"],
    alpha_bar: Float[np.ndarray, "T"],
) -> Float[np.ndarray, "N *shape"]:
    """From noise to data by way of a few chosen steps, without fresh noise (eta = 0).

    The samples are at the last index of tau to begin with. `ddim_step`, which may be called, takes them from each
    chosen index to the one before it in tau, and from the first one to the data, where alpha_bar is 1: S jumps
    in all.

    Args:
        model: called as model(x, i) with the samples x, (N, ...), and their indices i, an integer array of
            shape (N,) in which all entries are the index of the step they are at; returns the predicted noise, of
            the shape of x.
        x_last: samples at index tau[-1], (N, ...); left as they are.
        tau: indices to stop at, ascending, shape (S,).
        alpha_bar: share of the data's variance after each of all T steps, shape (T,).

    Returns:
        x_0, of the shape of x_last.
    """
    x = x_last
    ab_prev = np.append(1.0, alpha_bar[tau[:-1]])
    for j in reversed(range(len(tau))):
        i = np.full(len(x), tau[j])
        x = ddim_step(x, model(x, i), alpha_bar[tau[j]], ab_prev[j])
    return x
