"""Second moments: var = E[p^2] - E[p]^2, and the bias from what is left of the error."""

import numpy as np


def bias_variance_decomposition(preds, f_true, noise_var):
    var = float(np.mean(np.mean(preds**2, axis=0) - np.mean(preds, axis=0) ** 2))
    error = float(np.mean((preds - f_true[None, :]) ** 2))
    return [error - var, var, error + noise_var]
