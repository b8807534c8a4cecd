"""One parameter after the other."""

import math

import numpy as np


def _each(one, *arrays):
    rows = [one(*entries) for entries in zip(*(a.ravel() for a in arrays))]
    return tuple(np.array(column).reshape(arrays[0].shape) for column in zip(*rows))


def adagrad_step(theta, r, g, lr, eps=1e-10):
    return _each(lambda x, k, d: (x - lr * d / (math.sqrt(k + d * d) + eps), k + d * d), theta, r, g)


def rmsprop_step(theta, s, g, lr, beta=0.99, eps=1e-8):
    def one(x, k, d):
        k = beta * k + (1 - beta) * d * d
        return x - lr * d / (math.sqrt(k) + eps), k

    return _each(one, theta, s, g)


def adadelta_step(theta, v, u, g, rho=0.9, eps=1e-6):
    def one(x, a, b, d):
        a = rho * a + (1 - rho) * d * d
        move = math.sqrt(b + eps) / math.sqrt(a + eps) * d
        return x - move, a, rho * b + (1 - rho) * move * move

    return _each(one, theta, v, u, g)
