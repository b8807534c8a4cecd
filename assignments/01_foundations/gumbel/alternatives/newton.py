"""Newton's method for beta, kept inside the interval; a class with named steps."""

import math

import numpy as np


class Gumbel:
    def __init__(self, mu, beta):
        if not beta > 0:
            raise ValueError("beta")
        self.location = mu
        self.scale = beta

    def _t(self, x):
        return (x - self.location) / self.scale

    def cdf(self, x):
        return 1 / np.exp(np.exp(-self._t(x)))

    def log_pdf(self, x):
        t = self._t(x)
        return np.log(self.cdf(x)) - t - math.log(self.scale)

    def sample(self, u):
        if not ((u > 0) & (u < 1)).all():
            raise ValueError("u")
        return self.location + self.scale * -np.log(np.log(1 / u))


def gumbel_nll(x, mu, beta):
    nll = -float(np.sum(Gumbel(mu, beta).log_pdf(x)))
    t = (x - mu) / beta
    e = np.exp(-t)
    return nll, float(np.sum(e - 1) / beta), float(np.sum(1 - t + t * e) / beta)


def gumbel_mle(x, tol=1e-10):
    shift, spread = np.min(x), np.ptp(x)
    if spread == 0 or tol <= 0:
        raise ValueError("all equal, or tol")
    y = (x - shift) / spread
    beta = np.mean(y) / 2
    for _ in range(200):
        w = np.exp(-y / beta)
        w /= w.sum()
        centre = w @ y
        gap = beta - np.mean(y) + centre
        slope = 1 + (w @ (y - centre) ** 2) / beta**2
        new = max(beta - gap / slope, beta / 4)
        done = abs(new - beta) < 1e-15
        beta = new
        if done:
            break
    mu = -beta * np.log(np.mean(np.exp(-y / beta)))
    return float(shift + spread * mu), float(spread * beta)
