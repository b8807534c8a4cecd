"""Buffers, filled in place."""

import numpy as np


def adagrad_step(theta, r, g, lr, eps=1e-10):
    total = np.square(g)
    total += r
    scale = np.sqrt(total)
    scale += eps
    return theta - lr * (g / scale), total


def rmsprop_step(theta, s, g, lr, beta=0.99, eps=1e-8):
    average = s + (1 - beta) * (g * g - s)
    return theta - (lr / (average**0.5 + eps)) * g, average


def adadelta_step(theta, v, u, g, rho=0.9, eps=1e-6):
    v2 = v * rho
    v2 += (1 - rho) * g * g
    move = np.sqrt((u + eps) / (v2 + eps)) * g
    u2 = u * rho
    u2 += (1 - rho) * move * move
    out = theta.copy()
    out -= move
    return out, v2, u2
