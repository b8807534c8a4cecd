"""The best prediction of the noise there is, for data that are normal."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def gaussian_oracle_eps(
    x_t: Float[np.ndarray, "N *shape"],
    i: Int[np.ndarray, "N"],
    alpha_bar: Float[np.ndarray, "T"],
    mu0: float | Float[np.ndarray, "*shape"],
    var0: float | Float[np.ndarray, "*shape"],
) -> Float[np.ndarray, "N *shape"]:
    """E[eps | x_t]: what a perfectly trained net would say, if all entries of the data came from N(mu0, var0).

    x_t = sqrt(alpha_bar_t) x_0 + sqrt(1 - alpha_bar_t) eps is then normal as well, jointly with eps, and the
    expectation is linear in x_t:

        E[eps | x_t] = Cov(eps, x_t) / Var(x_t)  (x_t - E[x_t])

    Work out the three moments; x_0 and eps are independent. With var0 = 0 all data are the one point mu0, and
    the noise is known exactly.

    Args:
        x_t: the samples after step t, (N, ...).
        i: for every sample the index of its step, shape (N,); index i belongs to step t = i + 1.
        alpha_bar: share of the data's variance after each step, shape (T,).
        mu0: mean of the data: a number, or an array of the shape of one sample.
        var0: variance of the data, at least 0: a number, or an array of the shape of one sample.

    Returns:
        The expected noise, of the shape of x_t.
    """
    left = alpha_bar[i].reshape(len(x_t), *(1,) * (x_t.ndim - 1))
    covariance = np.sqrt(1 - left)
    variance = left * var0 + (1 - left)
    return covariance / variance * (x_t - np.sqrt(left) * mu0)
