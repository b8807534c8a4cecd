"""Muon by iterating on the singular values; LARS on flat copies."""

import numpy as np


def lion_step(theta, m, g, lr, b1=0.9, b2=0.99, wd=0.0):
    kept = m.copy()
    kept *= b2
    kept += (1 - b2) * g
    moved = theta.copy()
    moved *= 1 - lr * wd
    moved -= lr * np.sign((1 - b1) * g + b1 * m)
    return moved, kept


def lars_step(thetas, grads, lr, wd=0.0, trust=0.001):
    def one(theta, g):
        flat, u = theta.ravel(), g.ravel() + wd * theta.ravel()
        a, b = np.hypot.reduce(flat), np.hypot.reduce(u)
        scale = 1.0 if a == 0 or b == 0 else trust * a / b
        return (flat - lr * scale * u).reshape(theta.shape)

    return [one(theta, g) for theta, g in zip(thetas, grads, strict=True)]


def muon_step(theta, v, g, lr, mu=0.95, iters=20):
    v = mu * v + g
    u, s, vt = np.linalg.svd(v, full_matrices=False)
    s = s / np.sqrt(np.sum(s**2))
    for _ in range(iters):
        s = 1.5 * s - 0.5 * s**3
    return theta - lr * (u * s) @ vt, v
