"""The move in two parts: what the old velocity does, then what the gradient does."""

import numpy as np


def momentum_step(theta, v, g, lr, mu=0.9):
    theta = np.asarray(theta) - lr * mu * v - lr * g
    return [theta, np.add(mu * v, g)]


def nesterov_step(theta, v, grad_fn, lr, mu=0.9):
    ahead = theta - (lr * mu) * v
    g = grad_fn(ahead)
    return ahead - lr * g, mu * v + g
