"""Second moments, one-hot rows, quantiles."""

import numpy as np


def gaussian_nll(y, mu, var):
    if not np.all(var > 0):
        raise ValueError("variances must be positive")
    if len({y.shape, mu.shape, var.shape}) > 1:
        raise ValueError("shapes")
    n, d = y.shape
    return float((np.sum(np.log(var)) + np.sum((y - mu) ** 2 / var)) / (2 * n) + d / 2 * np.log(2 * np.pi))


def closed_form_mle(data, family, K=None):
    if family == "gaussian":
        mean = np.mean(data, 0)
        return mean, np.mean(np.square(data - mean), 0)
    if family == "laplace":
        m = np.quantile(data, 0.5)
        return m, np.mean(abs(data - m))
    if family == "bernoulli":
        if set(data.tolist()) - {0, 1}:
            raise ValueError("data")
        return data.sum() / data.size
    if family == "categorical":
        if K is None or not all(0 <= c < K for c in data):
            raise ValueError("K or data")
        return np.eye(K)[data].mean(axis=0)
    raise ValueError(f"unknown family {family}")
