"""Row by row; labels by index."""

import numpy as np


def softmax_regression_gd(X, labels, W0, b0, lr, steps):
    n, c = len(X), b0.shape[0]
    if labels.ndim != 1 or len(labels) != n or steps < 0:
        raise ValueError("labels or steps")
    if labels.min() < 0 or labels.max() >= c:
        raise ValueError("labels")
    W, b, losses = W0.copy(), b0.copy(), []
    for _ in range(steps):
        dW, db, loss = np.zeros_like(W), np.zeros_like(b), 0.0
        for x, label in zip(X, labels):
            z = x @ W + b
            z -= z.max()
            total = np.exp(z).sum()
            loss += np.log(total) - z[label]
            p = np.exp(z) / total
            p[label] -= 1
            dW += np.outer(x, p) / n
            db += p / n
        losses.append(loss / n)
        W -= lr * dW
        b -= lr * db
    return W, b, np.array(losses)
