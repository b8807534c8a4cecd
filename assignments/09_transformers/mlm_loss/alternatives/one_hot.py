"""Everything as arrays of the full shape, with a weight of 0 or 1 for each position."""

import numpy as np


def mlm_loss(logits, labels, reduction="mean"):
    N, _T, V = logits.shape
    counted = labels != -100
    if reduction == "mean":
        total = N
    elif reduction == "token_mean":
        total = max(int(counted.sum()), 1)
    else:
        raise ValueError("reduction must be 'mean' or 'token_mean'")
    if ((labels >= V) | ((labels < 0) & counted)).any():
        raise ValueError("labels must be tokens or -100")
    hot = np.eye(V)[np.where(counted, labels, 0)] * counted[..., None]
    top = logits.max(-1, keepdims=True)
    log_sum = top + np.log(np.exp(logits - top).sum(-1, keepdims=True))
    log_p = logits - log_sum
    grad = (np.exp(log_p) * counted[..., None] - hot) / total
    return float(-(hot * log_p).sum() / total), grad
