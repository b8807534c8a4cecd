"""A loop over vectors, each with the full Jacobian of its normalisation."""

import numpy as np


def layernorm_forward(x, gamma, beta, eps=1e-5):
    out = np.zeros_like(x)
    for where in np.ndindex(x.shape[:-1]):
        v = x[where]
        variance = np.mean(v * v) - np.mean(v) ** 2
        out[where] = gamma * ((v - np.mean(v)) / np.sqrt(variance + eps)) + beta
    return out, (np.copy(x), gamma, eps)


def layernorm_backward(dout, cache):
    x, gamma, eps = cache
    d = len(gamma)
    dx, dgamma, dbeta = np.zeros_like(x), np.zeros(d), np.zeros(d)
    for where in np.ndindex(x.shape[:-1]):
        centred = x[where] - x[where].mean()
        std = np.sqrt(centred @ centred / d + eps)
        jacobian = (np.eye(d) - 1 / d) / std - np.outer(centred, centred) / (d * std**3)
        dx[where] = jacobian.T @ (gamma * dout[where])
        dgamma += dout[where] * centred / std
        dbeta += dout[where]
    return dx, dgamma, dbeta
