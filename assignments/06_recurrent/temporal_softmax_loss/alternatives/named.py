"""All steps as rows of one matrix; loss and gradient in a named tuple."""

from collections import namedtuple

import numpy as np

Result = namedtuple("Result", "loss gradient")


def temporal_softmax_loss(logits, targets, mask, reduction="mean"):
    rows = np.where(mask.reshape(-1, 1), logits.reshape(-1, logits.shape[-1]), 0)
    every, right, weight = np.arange(len(rows)), targets.ravel(), mask.ravel().astype(float)
    weight /= {"mean": len(logits), "token_mean": weight.sum(), "sum": 1.0}[reduction]
    log_p = rows - rows.max(axis=1, keepdims=True)
    log_p -= np.log(np.exp(log_p).sum(axis=1, keepdims=True))
    gradient = np.exp(log_p)
    gradient[every, right] -= 1
    gradient *= weight[:, None]
    return Result(-float(weight @ log_p[every, right]), gradient.reshape(logits.shape))
