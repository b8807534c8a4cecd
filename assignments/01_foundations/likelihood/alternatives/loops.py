"""Row by row and class by class."""

import math

import numpy as np


def gaussian_nll(y, mu, var):
    if not y.shape == mu.shape == var.shape:
        raise ValueError("shapes")
    if var.min() <= 0:
        raise ValueError("var")
    total = 0.0
    for row in zip(y, mu, var):
        for target, mean, v in zip(*row):
            std = math.sqrt(v)
            total += math.log(std) + 0.5 * math.log(2 * math.pi) + 0.5 * ((target - mean) / std) ** 2
    return total / y.shape[0]


def closed_form_mle(data, family, K=None):
    n = len(data)
    match family:
        case "gaussian":
            mean = sum(data) / n
            return [mean, sum((row - mean) ** 2 for row in data) / n]
        case "laplace":
            ordered = sorted(data.tolist())
            middle = (ordered[(n - 1) // 2] + ordered[n // 2]) / 2
            return middle, sum(abs(x - middle) for x in ordered) / n
        case "bernoulli":
            ones, zeros = np.count_nonzero(data == 1), np.count_nonzero(data == 0)
            if ones + zeros < n:
                raise ValueError("neither 0 nor 1")
            return ones / n
        case "categorical":
            if K is None or min(data) < 0 or max(data) >= K:
                raise ValueError("K")
            return np.array([np.count_nonzero(data == c) / n for c in range(K)])
    raise ValueError(family)
