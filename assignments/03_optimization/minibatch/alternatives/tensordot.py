"""Weighted averages by numpy; the sample variance for draws without replacement."""

import numpy as np


def minibatch_sgd(per_example_grad, theta0, batches, lr, reduction="mean"):
    if reduction == "mean":
        reduce = np.mean
    elif reduction == "sum":
        reduce = np.sum
    else:
        raise ValueError("reduction is mean or sum")
    theta = theta0.copy()
    out = np.zeros((1 + len(batches), theta.size))
    out[0] = theta
    for row, idx in zip(out[1:], batches):
        theta = theta - lr * reduce(per_example_grad(theta, idx), axis=0)
        row[:] = theta
    return out


def accumulate_gradients(grads, sizes):
    return np.average(np.stack(grads), axis=0, weights=np.asarray(sizes))


def minibatch_gradient_variance(G, B, replace):
    if B < 1:
        raise ValueError("B")
    if replace:
        return np.var(G, axis=0) / B
    if len(G) < B:
        raise ValueError("B")
    return np.var(G, axis=0, ddof=1) * (1 / B - 1 / len(G))
