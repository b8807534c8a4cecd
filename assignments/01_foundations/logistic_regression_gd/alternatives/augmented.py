"""The bias as the last weight, and a loss of margins."""

import numpy as np


def logistic_regression_gd(X, y, w0, b0, lr, steps):
    if y.shape != (len(X),) or any(label not in (0, 1) for label in y) or steps < 0:
        raise ValueError("y or steps")
    A = np.column_stack([X, np.ones(len(X))])
    v, signs, losses = np.append(w0, b0), 2 * y - 1, []
    for _ in range(steps):
        margins = signs * (A @ v)
        losses.append(np.logaddexp(0, -margins).mean())
        v = v + lr * A.T @ (signs * np.exp(-np.logaddexp(0, margins))) / len(A)
    return v[:-1], v[-1], np.array(losses)
