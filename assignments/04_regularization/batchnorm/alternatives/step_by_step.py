"""The backward pass node by node through the compute graph, with loops over features."""

import numpy as np


def batchnorm_forward(x, gamma, beta, eps=1e-5):
    out = np.empty_like(x)
    cache = []
    for j in range(x.shape[1]):
        mu = sum(x[:, j]) / len(x)
        centred = x[:, j] - mu
        var = np.dot(centred, centred) / len(x)
        root = (var + eps) ** 0.5
        out[:, j] = gamma[j] * centred / root + beta[j]
        cache.append((centred, root, gamma[j]))
    return out, cache


def batchnorm_backward(dout, cache):
    n, d = dout.shape
    dx, dgamma, dbeta = np.zeros((n, d)), np.zeros(d), np.zeros(d)
    for j, (centred, root, gamma) in enumerate(cache):
        dbeta[j] = dout[:, j].sum()
        dgamma[j] = (dout[:, j] * centred).sum() / root
        dhat = dout[:, j] * gamma
        dinverse = (dhat * centred).sum()
        dvar = -0.5 * dinverse / root**3
        dcentred = dhat / root + dvar * 2 * centred / n
        dmu = -dcentred.sum()
        dx[:, j] = dcentred + dmu / n
    return dx, dgamma, dbeta
