import numpy as np


def temporal_softmax_loss(logits, targets, mask, reduction="mean"):
    n, t, v = logits.shape
    loss, dlogits = 0.0, np.zeros((n, t, v))
    for i in range(n):
        for j in range(t):
            if mask[i, j]:
                log_total = np.logaddexp.reduce(logits[i, j])
                loss += log_total - logits[i, j, targets[i, j]]
                dlogits[i, j] = np.exp(logits[i, j] - log_total) - np.eye(v)[targets[i, j]]
    weight = {"mean": n, "token_mean": int(mask.sum()), "sum": 1}[reduction]
    return loss / weight, dlogits / weight
