"""Loops, and np.logaddexp for the normaliser."""

import numpy as np


def label_smoothing(labels, c, alpha, z):
    targets, dz, losses = [], np.zeros(z.shape), []
    for n, label in enumerate(labels):
        target = np.array([alpha / c + (1 - alpha) * (k == label) for k in range(c)])
        log_p = z[n] - np.logaddexp.reduce(z[n])
        losses.append(float(-np.dot(target, log_p)))
        targets.append(target)
        dz[n] = (np.exp(log_p) - target) / len(z)
    return np.array(targets), sum(losses) / len(losses), dz
