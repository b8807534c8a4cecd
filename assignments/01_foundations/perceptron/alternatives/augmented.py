"""The bias as the weight of an input that is always 1, changed in place in an array of its own."""

import numpy as np


def perceptron_train(X, y, w0, b0, lr, max_epochs):
    if set(np.unique(y)) - {0, 1}:
        raise ValueError("labels must be 0 or 1")
    if not (lr > 0 and max_epochs >= 0):
        raise ValueError("lr or max_epochs")
    rows = np.column_stack([X, np.ones(len(X))])
    v = np.append(w0, b0).astype(float)
    n = 0
    for _ in range(max_epochs):
        before = n
        for row, label in zip(rows, y):
            error = label - (row.dot(v) >= 0)
            v += lr * error * row
            n += abs(error)
        if n == before:
            return v[:-1], v[-1], int(n)
    return v[:-1], v[-1], int(n)
