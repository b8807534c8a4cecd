"""A fixed number of halvings; sums in plain Python."""

import math

import numpy as np


class Gumbel:
    def __init__(self, mu, beta):
        if beta <= 0:
            raise ValueError(f"beta = {beta}")
        self.mu = float(mu)
        self.beta = float(beta)

    def cdf(self, x):
        inner = np.exp((self.mu - x) / self.beta)
        return np.exp(-inner)

    def log_pdf(self, x):
        z = (self.mu - x) / self.beta
        return z - np.exp(z) - np.log(self.beta)

    def sample(self, u):
        if np.min(u) <= 0 or np.max(u) >= 1:
            raise ValueError("u")
        return self.mu - self.beta * np.log(-np.log(u))


def gumbel_nll(x, mu, beta):
    if beta <= 0:
        raise ValueError("beta")
    nll = dmu = dbeta = 0.0
    for value in x.tolist():
        t = (value - mu) / beta
        nll += math.log(beta) + t + math.exp(-t)
        dmu += (math.exp(-t) - 1) / beta
        dbeta += (1 - t * (1 - math.exp(-t))) / beta
    return nll, dmu, dbeta


def gumbel_mle(x, tol=1e-10):
    if not tol > 0:
        raise ValueError("tol")
    least = x.min()
    if (x == least).all():
        raise ValueError("x is constant")
    a, b = 0.0, float(x.mean() - least)
    for _ in range(80):
        beta = 0.5 * (a + b)
        w = np.exp((least - x) / beta)
        if beta < x.mean() - np.average(x, weights=w):
            a = beta
        else:
            b = beta
    return float(least - beta * math.log(np.mean(np.exp((least - x) / beta)))), float(beta)
