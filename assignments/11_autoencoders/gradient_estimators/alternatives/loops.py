"""One draw at a time: df and f are called with single numbers in arrays; the scores by way of eps."""

import numpy as np


def pathwise_gradient(df, mu, sigma, eps):
    dmu = dsigma = 0.0
    for draw in eps:
        slope = df(np.array([mu + sigma * draw]))[0]
        dmu += slope / len(eps)
        dsigma += slope * draw / len(eps)
    return float(dmu), float(dsigma)


def score_function_gradient(f, mu, sigma, eps):
    total = np.zeros(2)
    for draw in eps:
        value = f(np.array([mu + sigma * draw]))[0]
        total += value * np.array([draw, draw**2 - 1]) / sigma
    return tuple(total / len(eps))
