"""Decay as a separate move; products from the right."""

import numpy as np


def lion_step(theta, m, g, lr, b1=0.9, b2=0.99, wd=0.0):
    mixed = g + b1 * (m - g)
    up, down = mixed > 0, mixed < 0
    direction = up.astype(float) - down.astype(float)
    return theta - lr * (direction + wd * theta), g + b2 * (m - g)


def lars_step(thetas, grads, lr, wd=0.0, trust=0.001):
    if len(thetas) != len(grads):
        raise ValueError("grads")
    out = []
    for k in range(len(thetas)):
        direction = wd * thetas[k] + grads[k]
        a, b = np.sqrt((thetas[k] ** 2).sum()), np.sqrt((direction**2).sum())
        local = lr
        if a * b > 0:
            local *= trust * a / b
        out.append(thetas[k] - local * direction)
    return tuple(out)


def muon_step(theta, v, g, lr, mu=0.95, iters=20):
    v = v * mu + g
    X = v / np.sqrt(np.sum(v * v))
    eye = np.eye(X.shape[1])
    for _ in range(iters):
        X = X @ (1.5 * eye - 0.5 * X.T @ X)
    return theta - lr * X, v
