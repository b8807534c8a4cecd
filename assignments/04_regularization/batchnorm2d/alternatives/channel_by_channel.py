"""A loop over channels, and the backward node by node."""

import numpy as np


def batchnorm2d_forward(x, gamma, beta, eps=1e-5):
    out, cache = np.empty(x.shape), []
    for c in range(x.shape[1]):
        channel = x[:, c]
        centred = channel - channel.mean()
        root = np.sqrt(np.mean(centred**2) + eps)
        out[:, c] = gamma[c] * centred / root + beta[c]
        cache.append((centred, root, gamma[c]))
    return out, cache


def batchnorm2d_backward(dout, cache):
    dx = np.zeros_like(dout)
    dgamma, dbeta = np.zeros(len(cache)), np.zeros(len(cache))
    for c, (centred, root, gamma) in enumerate(cache):
        g = dout[:, c]
        dgamma[c], dbeta[c] = np.sum(g * centred) / root, np.sum(g)
        dvar = -0.5 * gamma * np.sum(g * centred) / root**3
        dcentred = gamma * g / root + dvar * 2 * centred / centred.size
        dx[:, c] = dcentred - dcentred.mean()
    return dx, dgamma, dbeta
