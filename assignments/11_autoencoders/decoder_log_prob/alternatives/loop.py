import math

import numpy as np


def softplus(a):
    return a + math.log1p(math.exp(-a)) if a > 0 else math.log1p(math.exp(a))


def decoder_log_prob(x, params, family):
    n, d = x.shape
    out = np.zeros(n)
    for i in range(n):
        for j in range(d):
            if family == "gaussian":
                mu, logvar = params[0][i, j], params[1][i, j]
                out[i] -= 0.5 * math.log(2 * math.pi) + 0.5 * logvar
                out[i] -= 0.5 * math.exp(-logvar) * (x[i, j] - mu) ** 2
            elif family == "bernoulli":
                a = params[i, j]
                out[i] -= x[i, j] * softplus(-a) + (1 - x[i, j]) * softplus(a)
            else:
                rest = params[i, j] - params[i, j, x[i, j]]
                top = rest.max()
                out[i] -= top + math.log(np.exp(rest - top).sum())
    return out
