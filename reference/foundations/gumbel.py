"""A whole likelihood model by hand: the Gumbel distribution of greatest values, its loss, and its best fit."""

from __future__ import annotations

import math

import numpy as np
from jaxtyping import Float


class Gumbel:
    """The Gumbel distribution with location mu and scale beta: how the greatest of many numbers is distributed.

    P(X <= x) = exp(-exp(-(x - mu) / beta))
    """

    def __init__(self, mu: float, beta: float) -> None:
        """Keep the parameters. A beta that is not above 0 raises ValueError."""
        if beta <= 0:
            raise ValueError("beta is not above 0")
        self.mu, self.beta = mu, beta

    def cdf(self, x: Float[np.ndarray, "..."]) -> Float[np.ndarray, "..."]:
        """P(X <= x), entry by entry."""
        return np.exp(-np.exp(-(x - self.mu) / self.beta))

    def log_pdf(self, x: Float[np.ndarray, "..."]) -> Float[np.ndarray, "..."]:
        """The logarithm of the density, entry by entry: differentiate the cdf on paper, then take the logarithm."""
        t = (x - self.mu) / self.beta
        return -np.log(self.beta) - t - np.exp(-t)

    def sample(self, u: Float[np.ndarray, "..."]) -> Float[np.ndarray, "..."]:
        """Numbers from this distribution out of uniform ones: the x with cdf(x) = u, for u strictly between 0 and 1.

        Any other entry of u raises ValueError.
        """
        if np.any(u <= 0) or np.any(u >= 1):
            raise ValueError("u is not strictly between 0 and 1")
        return self.mu - self.beta * np.log(-np.log(u))


def gumbel_nll(x: Float[np.ndarray, "N"], mu: float, beta: float) -> tuple[float, float, float]:
    """Minus the log-likelihood of data under Gumbel(mu, beta), SUMMED over the data, and its slopes.

    Derive both slopes by hand; with e_i = exp(-(x_i - mu) / beta) they are short sums over the data.

    Args:
        x: the data, shape (N,).
        mu, beta: location and scale; a beta that is not above 0 raises ValueError.

    Returns:
        The loss, its derivative with respect to mu, and that with respect to beta: three Python floats.
    """
    if beta <= 0:
        raise ValueError("beta is not above 0")
    n, away = len(x), x - mu
    e = np.exp(-away / beta)
    nll = n * np.log(beta) + away.sum() / beta + e.sum()
    dmu = (e.sum() - n) / beta
    dbeta = n / beta - away.sum() / beta**2 + (away * e).sum() / beta**2
    return float(nll), float(dmu), float(dbeta)


def gumbel_mle(x: Float[np.ndarray, "N"], tol: float = 1e-10) -> tuple[float, float]:
    """The mu and beta under which the data are most likely.

    Both slopes are 0 where

        beta = mean(x) - sum(x_i e_i) / sum(e_i)        with e_i = exp(-x_i / beta)
        mu   = -beta ln( mean of e_i )

    The first equation has beta alone, on both sides, and exactly one solution, which lies between 0 and mean(x) - min(x). Find
    it by halving that interval, or in a way of your own. For data around 1000, e_i would be rounded to 0: shift the data so
    that the smallest is 0 before you exponentiate, and shift mu back afterwards.

    Args:
        x: the data, shape (N,). If all are equal, no beta is best, and ValueError is raised.
        tol: beta is to be right within tol times (mean(x) - min(x)); a tol that is not above 0 raises ValueError.

    Returns:
        mu and beta, two Python floats.
    """
    if tol <= 0:
        raise ValueError("tol is not above 0")
    if len(np.unique(x)) < 2:
        raise ValueError("x has no two different entries")
    low_end = x.min()
    y = x - low_end
    low, high = 0.0, y.mean()
    for _ in range(math.ceil(-math.log2(tol))):  # every round halves the interval
        beta = (low + high) / 2
        e = np.exp(-y / beta)
        if beta > y.mean() - (y * e).sum() / e.sum():
            high = beta
        else:
            low = beta
    beta = (low + high) / 2
    mu = low_end - beta * np.log(np.exp(-y / beta).mean())
    return float(mu), float(beta)
