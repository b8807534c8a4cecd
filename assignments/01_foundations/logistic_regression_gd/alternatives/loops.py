"""Row by row, with helpers of its own."""

import math

import numpy as np


def squash(t):
    return 1 / (1 + math.exp(-t)) if t > -700 else 0.0


def cost(t, label):
    return max(t, 0) - t * label + math.log1p(math.exp(-abs(t)))


def logistic_regression_gd(X, y, w0, b0, lr, steps):
    if y.ndim != 1 or len(y) != len(X) or steps < 0:
        raise ValueError("shape of y, or steps")
    if not set(y.tolist()) <= {0, 1}:
        raise ValueError("labels")
    w, b, losses = np.array(w0), b0, np.zeros(steps)
    for k in range(steps):
        sums = [float(x @ w) + b for x in X]
        losses[k] = sum(cost(t, label) for t, label in zip(sums, y)) / len(X)
        errors = np.array([squash(t) for t in sums]) - y
        w = w - lr * np.mean(errors[:, None] * X, axis=0)
        b = b - lr * errors.sum() / len(X)
    return w, b, losses
