"""Both densities relative to the greater one; point by point on the grid."""

import math

import numpy as np


def optimal_discriminator(log_p, log_q):
    if np.shape(log_p) != np.shape(log_q):
        raise ValueError("log_q: another shape than log_p")
    top = np.maximum(log_p, log_q)
    p, q = np.exp(log_p - top), np.exp(log_q - top)
    return p / (p + q)


def generator_criterion(p, q, dx):
    if len(p) != len(q):
        raise ValueError("q: another length than p")
    if dx <= 0:
        raise ValueError("dx")
    jsd = 0.0
    for a, b in zip(p.tolist(), q.tolist()):
        m = (a + b) / 2
        if a > 0:
            jsd += a * math.log(a / m) * dx / 2
        if b > 0:
            jsd += b * math.log(b / m) * dx / 2
    return 2 * jsd - 2 * math.log(2)
