"""Named tuples in place of plain ones."""

from typing import NamedTuple

import numpy as np


class Slopes(NamedTuple):
    dmu: float
    dsigma: float


def pathwise_gradient(df, mu, sigma, eps):
    slope = np.asarray(df(mu + sigma * eps))
    return Slopes(slope.mean().item(), (slope * eps).mean().item())


def score_function_gradient(f, mu, sigma, eps):
    values = np.asarray(f(mu + sigma * eps))
    return Slopes(dmu=np.mean(values * eps) / sigma, dsigma=np.mean(values * (eps**2 - 1)) / sigma)
