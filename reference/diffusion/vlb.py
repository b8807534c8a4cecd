"""One term of the variational bound: how far a step back is from the right one."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

from reference.diffusion.diffusion_posterior import mean_from_eps, posterior_mean_variance


def vlb_term(
    x0: Float[np.ndarray, "N *shape"],
    x_t: Float[np.ndarray, "N *shape"],
    eps_hat: Float[np.ndarray, "N *shape"],
    i: Int[np.ndarray, "N"],
    beta: Float[np.ndarray, "T"],
    variance: str,
) -> Float[np.ndarray, "N"]:
    """How far the model's step back is from the right one: KL( q(x_{t-1} | x_t, x_0) || p(x_{t-1} | x_t) ), computed as

        || mu_q - mu_p ||^2 / (2 sigma^2)

    mu_q is the posterior mean, which knows x_0 (`posterior_mean_variance`); mu_p is the one that the predicted noise eps_hat
    gives (`mean_from_eps`). The square is summed over all entries of a sample.

    q has the variance of the posterior, p has sigma^2. With `variance="posterior"` the two are equal, and this is the whole
    divergence. With `variance="beta"` it is the divergence up to a term that contains no parameters of the model (it compares
    the two variances and is the same for every prediction), and that term is left out.

    At t = 1 the posterior has no spread and the term does not belong to this sum (there is a likelihood of x_0 instead).

    Args:
        x0: data, N samples of any shape.
        x_t: the samples after step t, of the shape of x0.
        eps_hat: predicted noise in x_t, of the shape of x0.
        i: for every sample the index of its step, at least 1; index i belongs to step t = i + 1.
        beta: noise variance of every step, shape (T,).
        variance: sigma^2 is beta_t for "beta", the variance of the posterior for "posterior".

    Returns:
        The number for each sample, shape (N,).

    Raises:
        ValueError: if any i is 0.
    """
    if np.any(i == 0):
        raise ValueError("the first step has no such term")
    wanted, posterior = posterior_mean_variance(x0, x_t, i, beta)
    away = wanted - mean_from_eps(x_t, eps_hat, i, beta)
    sigma2 = beta[i] if variance == "beta" else posterior
    return np.sum(away**2, axis=tuple(range(1, x0.ndim))) / (2 * sigma2)
