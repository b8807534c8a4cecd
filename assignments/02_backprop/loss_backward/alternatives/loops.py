"""Sample by sample."""

import numpy as np


def softmax_ce_backward(z, labels):
    rows = []
    for logits, label in zip(z, labels):
        weights = np.exp(logits - np.max(logits))
        row = weights / weights.sum()
        row[int(label)] -= 1.0
        rows.append(row / len(z))
    return np.array(rows)


def regression_loss_backward(pred, target, kind):
    out = np.zeros_like(pred)
    for i in range(len(pred)):
        gap = pred[i] - target[i]
        out[i] = 2.0 * gap if kind == "mse" else np.sign(gap)
    out /= len(pred)
    return out


def bce_backward(x, y, from_logits=False):
    if not from_logits:
        return np.divide(1 - y, 1 - x) / len(x) - np.divide(y, x) / len(x)
    small = np.exp(-np.abs(x))
    p = np.where(x >= 0, 1 / (1 + small), small / (1 + small))
    return (p - y) / len(x)
