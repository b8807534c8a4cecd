"""A fresh point for every difference; nothing is changed in place."""

import numpy as np


def numerical_gradient(f, x, h=1e-5):
    slopes = []
    for unit in np.eye(x.size):
        step = h * unit.reshape(x.shape)
        slopes.append((f(x + step) - f(x - step)) / (2 * h))
    return np.array(slopes).reshape(x.shape)


def gradient_check(f, grad, x, h=1e-5):
    measured = numerical_gradient(f, x, h).ravel()
    claimed = np.asarray(grad(x)).ravel()
    size = np.linalg.norm(claimed, np.inf) + np.linalg.norm(measured, np.inf)
    return np.linalg.norm(claimed - measured, np.inf) / np.maximum(size, 1e-12)


def numerical_jacobian(f, x, h=1e-5):
    steps = h * np.eye(len(x))
    return np.array([(f(x + step) - f(x - step)) / (2 * h) for step in steps]).T
