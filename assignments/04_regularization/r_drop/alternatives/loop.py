"""Sample by sample with plain numbers."""

import math


def _log_probabilities(z):
    top = max(z)
    log_sum = math.log(sum(math.exp(v - top) for v in z)) + top
    return [v - log_sum for v in z]


def r_drop_loss(z1, z2, labels, alpha):
    total = 0.0
    for row1, row2, label in zip(z1.tolist(), z2.tolist(), labels.tolist()):
        a, b = _log_probabilities(row1), _log_probabilities(row2)
        kl = sum(math.exp(s) * (s - t) + math.exp(t) * (t - s) for s, t in zip(a, b))
        total += -0.5 * (a[label] + b[label]) + alpha * 0.5 * kl
    return total / len(labels)
