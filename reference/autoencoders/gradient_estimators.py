"""Two estimators for the gradient of an expectation: along the path of the sample, and by the score of its density."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float

Draws = Float[np.ndarray, "S"]


def pathwise_gradient(df: Callable[[Draws], Draws], mu: float, sigma: float, eps: Draws) -> tuple[float, float]:
    """Gradient of E[f(z)], z ~ N(mu, sigma^2), with respect to mu and sigma, estimated through the path of z.

    Written as z = mu + sigma * eps, the expectation is over eps, which does not depend on mu or sigma: the derivative may
    be taken inside of it, sample by sample, by the chain rule. The estimate is the mean over the S samples.

    Args:
        df: the derivative f' of f; called with an array of numbers, it returns f' of each of them.
        mu, sigma: mean and standard deviation, sigma > 0.
        eps: standard normal draws, shape (S,).

    Returns:
        The estimates (dmu, dsigma), two numbers.
    """
    slopes = df(mu + sigma * eps)
    dmu = np.mean(slopes)
    dsigma = np.mean(slopes * eps)
    return dmu, dsigma


def score_function_gradient(f: Callable[[Draws], Draws], mu: float, sigma: float, eps: Draws) -> tuple[float, float]:
    """The same gradient without a derivative of f: by the score, the gradient of the density's logarithm.

        d/dtheta E[f(z)] = E[f(z) * d/dtheta ln N(z; mu, sigma^2)],     theta = mu or sigma

    Here z = mu + sigma * eps is only a way to draw z. The estimate is the mean over the S samples; f may have jumps, or
    be known by its values alone.

    Args:
        f: called with an array of numbers, it returns f of each of them.
        mu, sigma: mean and standard deviation, sigma > 0.
        eps: standard normal draws, shape (S,).

    Returns:
        The estimates (dmu, dsigma), two numbers.
    """
    z = mu + sigma * eps
    values = f(z)
    score_mu = eps / sigma  # (z - mu) / sigma^2, and (z - mu) / sigma is eps: no power of a small sigma is needed
    score_sigma = (eps**2 - 1) / sigma
    return np.mean(values * score_mu), np.mean(values * score_sigma)
