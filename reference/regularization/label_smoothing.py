"""Label smoothing: targets that leave every class a little probability, their loss and its gradient."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def label_smoothing(
    labels: Int[np.ndarray, "N"], c: int, alpha: float, z: Float[np.ndarray, "N C"]
) -> tuple[Float[np.ndarray, "N C"], float, Float[np.ndarray, "N C"]]:
    """Smoothed targets, the cross-entropy of the logits z against them, and its gradient.

        targets = (1 - alpha) * onehot(labels) + alpha / C
        loss    = mean over n of -sum_c targets[n, c] * log softmax(z[n])[c]
        dz      = d loss / d z

    Args:
        labels: the true classes, whole numbers from 0 to C - 1, shape (N,).
        c: number of classes C.
        alpha: share of the probability that is spread evenly over ALL C classes, the true one included.
        z: logits, shape (N, C). Logits of a thousand must not overflow.

    Returns:
        targets of shape (N, C), loss (a number), dz of shape (N, C).
    """
    one_hot = np.eye(c)[labels]
    targets = (1 - alpha) * one_hot + alpha / c
    shifted = z - z.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    loss = -(targets * log_p).sum(axis=1).mean()
    dz = (np.exp(log_p) - targets) / len(labels)
    return targets, loss, dz
