"""The expected squared error of a model, split into what it is made of."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Fits = Float[np.ndarray, "S P"]
Points = Float[np.ndarray, "P"]


def bias_variance_decomposition(
    preds: Fits,
    f_true: Points,
    noise_var: float,
) -> tuple[float, float, float]:
    """Split the expected squared error of a model into squared bias, variance and noise.

    One model was trained on S data sets, and each of the S fits predicts at the same P points.
    At a point,

        squared bias = (f - mean of the predictions over the data sets)^2
        variance     = mean over the data sets of (prediction - their mean)^2        (divided by S)

    Both are then averaged over the points. The expected squared error against fresh noisy labels is

        total = squared bias + variance + noise variance

    Args:
        preds: predictions, one fit a row, shape (S, P).
        f_true: the true function at the points, without noise, shape (P,).
        noise_var: variance of the noise on the labels.

    Returns:
        squared bias, variance, total: three numbers.
    """
    mean_pred = preds.mean(axis=0)
    bias2 = ((f_true - mean_pred) ** 2).mean()
    var = ((preds - mean_pred) ** 2).mean(axis=0).mean()
    total = bias2 + var + noise_var
    return bias2, var, total
