"""Entry by entry, in-place on copies, and a tuple where a list was named."""

import math

import numpy as np


def norm_penalty(params, lam, kind, alpha=None):
    value, grads = 0.0, []
    for theta in params:
        grad = np.zeros_like(theta)
        for index, entry in np.ndenumerate(theta):
            slope = 0.0 if entry == 0 else math.copysign(1.0, entry)
            if kind == "l2":
                value += lam * entry**2 / 2
                grad[index] = lam * entry
            elif kind == "l1":
                value += lam * abs(entry)
                grad[index] = lam * slope
            else:
                value += lam * alpha * abs(entry) + 0.5 * lam * (1 - alpha) * entry**2
                grad[index] = lam * alpha * slope + lam * (1 - alpha) * entry
        grads.append(grad)
    return value, tuple(grads)


def weight_decay_sgd_step(theta, g, lr, lam):
    new = np.array(theta)
    new -= lr * lam * theta
    new -= lr * g
    return new
