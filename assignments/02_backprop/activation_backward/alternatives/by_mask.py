"""Masks, other algebra, a Python loop over slopes."""

import numpy as np


def elementwise_backward(dout, z, dphi):
    out = np.array(dphi(z))
    out *= dout
    return out


def sigmoid_backward(dout, s):
    return dout * (0.25 - (s - 0.5) ** 2)


def tanh_backward(dout, t):
    return dout * (1 + t) * (1 - t)


def relu_backward(dout, z, alpha=0.0):
    dz = dout.copy()
    dz[z <= 0] *= alpha
    return dz


def prelu_backward(dout, z, alpha):
    dz, dalpha = dout.copy(), 0.0
    for index in np.argwhere(z <= 0):
        at = tuple(index)
        dalpha += dout[at] * z[at]
        dz[at] = alpha * dout[at]
    return dz, dalpha
