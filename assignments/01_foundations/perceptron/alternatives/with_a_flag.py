"""A while loop with a flag."""

import numpy as np


def perceptron_train(X, y, w0, b0, lr, max_epochs):
    for label in y:
        if label not in (0, 1):
            raise ValueError("y")
    if lr <= 0 or max_epochs <= -1:
        raise ValueError("lr, max_epochs")
    w, b, updates, epoch, done = w0.copy(), b0, 0, 0, False
    while not done and epoch < max_epochs:
        done = True
        for i in range(X.shape[0]):
            s = np.sum(X[i] * w) + b
            if s >= 0 and y[i] == 0:
                w, b, updates, done = w - lr * X[i], b - lr, updates + 1, False
            elif s < 0 and y[i] == 1:
                w, b, updates, done = w + lr * X[i], b + lr, updates + 1, False
        epoch += 1
    return w, b, updates
