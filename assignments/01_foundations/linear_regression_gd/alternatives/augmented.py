"""The bias as the last weight."""

import numpy as np


def linear_regression_gd(X, y, w0, b0, lr, steps):
    if steps < 0 or y.shape != (len(X),):
        raise ValueError("steps or y")
    A = np.hstack([X, np.ones((X.shape[0], 1))])
    v = np.append(w0, b0)
    losses = []
    for _ in range(steps):
        error = A @ v - y
        losses.append(error @ error / len(y))
        v = v - lr * 2 / len(y) * (error @ A)
    return v[:-1], v[-1], np.array(losses)
