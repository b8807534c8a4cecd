"""One-hot labels and other algebra."""

import numpy as np


def softmax_ce_backward(z, labels):
    n, c = z.shape
    top = z.max(1)[:, None]
    log_p = z - top - np.log(np.exp(z - top).sum(1))[:, None]
    return (np.exp(log_p) - np.eye(c)[labels]) / n


def regression_loss_backward(pred, target, kind):
    n = pred.shape[0]
    if kind == "mae":
        return ((pred > target) * 1.0 - (pred < target) * 1.0) / n
    return (pred - target) * (2.0 / n)


def bce_backward(x, y, from_logits):
    n = x.shape[0]
    if from_logits:
        return (0.5 * (1 + np.tanh(x / 2)) - y) / n
    return (x - y) / (x * (1 - x)) / n
