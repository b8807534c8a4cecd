"""The symmetric divergence in one sum: half of sum (p1 - p2) (log p1 - log p2)."""

import numpy as np


def r_drop_loss(z1, z2, labels, alpha):
    log_p = np.stack([z1, z2])
    log_p = log_p - np.logaddexp.reduce(log_p, axis=2, keepdims=True)
    p = np.exp(log_p)
    ce = -np.take_along_axis(log_p, np.broadcast_to(labels[None, :, None], (2, len(labels), 1)), axis=2).mean()
    gap = np.einsum("nc,nc->", p[0] - p[1], log_p[0] - log_p[1])
    return ce + 0.5 * alpha * gap / len(labels)
