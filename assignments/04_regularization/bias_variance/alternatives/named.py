"""The three numbers under their names."""

from typing import NamedTuple

import numpy as np


class Split(NamedTuple):
    bias2: float
    variance: float
    total: float


def bias_variance_decomposition(preds, f_true, noise_var):
    mean = np.average(preds, axis=0)
    bias2, variance = np.mean((mean - f_true) ** 2), np.mean((preds - mean) ** 2)
    return Split(bias2=bias2, variance=variance, total=bias2 + variance + noise_var)
