"""Sums first, divided at the end; deviations from the mean by hand."""

import numpy as np


def minibatch_sgd(per_example_grad, theta0, batches, lr, reduction="mean"):
    scale = {"mean": lambda n: 1 / n, "sum": lambda n: 1.0}
    if reduction not in scale:
        raise ValueError(f"reduction: {reduction}")
    path = [np.array(theta0)]
    for idx in batches:
        g = np.einsum("nd->d", per_example_grad(path[-1], idx))
        path.append(path[-1] - lr * scale[reduction](len(idx)) * g)
    return np.vstack(path)


def accumulate_gradients(grads, sizes):
    if len(grads) != len(sizes):
        raise ValueError("sizes")
    return sum(n * g for n, g in zip(sizes, grads)) / sum(sizes)


def minibatch_gradient_variance(G, B, replace):
    N = G.shape[0]
    if B <= 0 or (B > N and not replace):
        raise ValueError("B")
    spread = ((G - G.mean(axis=0)) ** 2).sum(axis=0)
    return spread / (N * B) if replace else spread * (N - B) / (N * B * (N - 1))
