"""Negative log-likelihood of a Gaussian, and the parameters that fit best in four families."""

from __future__ import annotations

from typing import Any

import numpy as np
from jaxtyping import Float


def gaussian_nll(y: Float[np.ndarray, "N D"], mu: Float[np.ndarray, "N D"], var: Float[np.ndarray, "N D"]) -> float:
    """Negative log-likelihood of targets under normal distributions with predicted means and variances.

        loss = mean over n of  sum over d of  1/2 [ ln(2 pi var) + (y - mu)^2 / var ]

    Where the variance is the same everywhere, its minimiser over mu is that of least squares.

    Args:
        y, mu, var: targets, means and variances (not standard deviations), shape (N, D) each; shapes that differ raise
            ValueError, and so does a variance that is not above 0.

    Returns:
        A Python float.
    """
    if y.shape != mu.shape or y.shape != var.shape:
        raise ValueError("y, mu and var differ in shape")
    if len(y) == 0:
        raise ValueError("y has no rows")
    if np.any(var <= 0):
        raise ValueError("var is not above 0 everywhere")
    terms = 0.5 * (np.log(2.0 * np.pi * var) + (y - mu) ** 2 / var)
    return float(terms.sum() / len(y))


def closed_form_mle(data: np.ndarray, family: str, K: int | None = None) -> Any:
    """The parameters under which the data are most likely.

        "gaussian":     data (N, D) -> (mean, variance), two arrays of shape (D,)
        "laplace":      data (N,)   -> (location, scale), two floats, for the density e^(-|x - location| / scale) / (2 scale)
        "bernoulli":    data (N,) of 0 and 1 -> the probability of 1, a float
        "categorical":  data (N,) of integers from 0 to K - 1 -> the K probabilities, shape (K,)

    Set the derivative of the log-likelihood to zero, or for "laplace" ask which number has the least sum of distances (for an
    even N, take the mean of the two in the middle). The variance comes out with 1/N.

    Args:
        data: observations, shape (N, D) for "gaussian", else (N,). Entries other than 0 and 1 for "bernoulli", and labels that
            are not from 0 to K - 1 for "categorical", raise ValueError.
        family: one of the four names; anything else raises ValueError.
        K: the number of classes, for "categorical" only; there, None raises ValueError. A class that does not occur has
            probability 0.

    Returns:
        The parameters, in the form given above.
    """
    if len(data) == 0:
        raise ValueError("data is empty")
    if data.ndim != (2 if family == "gaussian" else 1):
        raise ValueError(f"data has {data.ndim} axes")
    if family == "gaussian":
        return data.mean(axis=0), data.var(axis=0)
    if family == "laplace":
        location = np.median(data)
        return float(location), float(np.abs(data - location).mean())
    if family == "bernoulli":
        if not np.isin(data, (0, 1)).all():
            raise ValueError("data has entries other than 0 and 1")
        return float(data.mean())
    if family == "categorical":
        if K is None:
            raise ValueError("K is missing")
        if not np.isin(data, np.arange(K)).all():
            raise ValueError(f"data are not all in 0 ... {K - 1}")
        return np.bincount(data, minlength=K) / len(data)
    raise ValueError(f"family is {family!r}")
