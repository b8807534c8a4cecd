"""A loop over vectors with the Jacobian of each; the inputs are kept."""

import numpy as np


def rmsnorm_forward(x, gamma, eps=1e-5):
    out = np.empty_like(x)
    for where in np.ndindex(x.shape[:-1]):
        v = x[where]
        out[where] = gamma * v * (v @ v / len(v) + eps) ** -0.5
    return out, {"x": np.copy(x), "gamma": gamma, "eps": eps}


def rmsnorm_backward(dout, cache):
    x, gamma, eps = cache["x"], cache["gamma"], cache["eps"]
    d = len(gamma)
    dx, dgamma = np.zeros_like(x), np.zeros(d)
    for where in np.ndindex(x.shape[:-1]):
        v = x[where]
        r = np.sqrt(v @ v / d + eps)
        jacobian = np.eye(d) / r - np.outer(v, v) / (d * r**3)
        dx[where] = jacobian @ (gamma * dout[where])
        dgamma += dout[where] * v / r
    return dx, dgamma
