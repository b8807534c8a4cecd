"""Row by row, with updates in place on copies."""

import numpy as np


def linear_regression_gd(X, y, w0, b0, lr, steps):
    if y.ndim != 1 or len(y) != len(X):
        raise ValueError("y")
    if steps < 0:
        raise ValueError(f"steps = {steps}")
    w, b, losses, n = w0.copy(), b0, np.empty(steps), len(X)
    for k in range(steps):
        dw, db, loss = np.zeros_like(w), 0.0, 0.0
        for x, target in zip(X, y):
            error = target - (x @ w + b)
            dw -= 2 * error * x / n
            db -= 2 * error / n
            loss += error**2 / n
        losses[k] = loss
        w -= lr * dw
        b -= lr * db
    return w, b, losses
