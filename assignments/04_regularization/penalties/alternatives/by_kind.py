"""One branch a kind, arrays flattened and joined, plain Python sums."""

import numpy as np


def norm_penalty(params, lam, kind, alpha=None):
    flat = np.concatenate([np.ravel(p) for p in params])
    if kind == "l2":
        return lam / 2 * float(flat @ flat), [lam * p for p in params]
    if kind == "l1":
        slopes = [(p > 0).astype(float) - (p < 0) for p in params]
        return lam * np.linalg.norm(flat, 1), [lam * s for s in slopes]
    l1, l1_grads = norm_penalty(params, lam * alpha, "l1")
    l2, l2_grads = norm_penalty(params, lam * (1 - alpha), "l2")
    return l1 + l2, [a + b for a, b in zip(l1_grads, l2_grads)]


def weight_decay_sgd_step(theta, g, lr, lam):
    _, (decay,) = norm_penalty([theta], lam, "l2")
    return theta - lr * (g + decay)
