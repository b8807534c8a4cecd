"""The bias as the last row of W; logarithms of probabilities."""

import numpy as np


def softmax_regression_gd(X, labels, W0, b0, lr, steps):
    rows = np.arange(len(X))
    if labels.shape != rows.shape or steps < 0:
        raise ValueError("labels, steps")
    if not all(0 <= label < len(b0) for label in labels):
        raise ValueError("a label is no class")
    A, V, losses = np.column_stack([X, np.ones(len(X))]), np.vstack([W0, b0]), np.zeros(steps)
    for k in range(steps):
        Z = A @ V
        top = Z.max(axis=1, keepdims=True)
        logs = Z - top - np.log(np.exp(Z - top).sum(axis=1, keepdims=True))
        losses[k] = -logs[rows, labels].mean()
        P = np.exp(logs)
        P[rows, labels] -= 1
        V = V - lr / len(X) * np.einsum("nd,nc->dc", A, P)
    return V[:-1], V[-1], losses
