"""R-Drop: two passes with different dropout masks must not only be right, but agree with each other."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def r_drop_loss(
    z1: Float[np.ndarray, "N C"],
    z2: Float[np.ndarray, "N C"],
    labels: Int[np.ndarray, "N"],
    alpha: float,
) -> float:
    """Cross-entropy of two passes, plus alpha times how far their predictions are apart.

        p1 = softmax(z1), p2 = softmax(z2)
        loss = mean over n of  1/2 (CE1 + CE2) + alpha * 1/2 (KL(p1 || p2) + KL(p2 || p1))

    with CE = -log p[label] and KL(p || q) = sum_c p_c log(p_c / q_c), natural logarithms.

    Args:
        z1, z2: logits of one batch from two passes, shape (N, C); 1000 must not overflow.
        labels: the true classes, whole numbers from 0 to C - 1, shape (N,).
        alpha: weight of the disagreement.

    Returns:
        The loss, a number.
    """
    log_p1, log_p2 = (z - z.max(axis=1, keepdims=True) for z in (z1, z2))
    log_p1 = log_p1 - np.log(np.exp(log_p1).sum(axis=1, keepdims=True))
    log_p2 = log_p2 - np.log(np.exp(log_p2).sum(axis=1, keepdims=True))
    p1, p2 = np.exp(log_p1), np.exp(log_p2)

    rows = np.arange(len(labels))
    ce1, ce2 = -log_p1[rows, labels], -log_p2[rows, labels]
    kl12 = (p1 * (log_p1 - log_p2)).sum(axis=1)
    kl21 = (p2 * (log_p2 - log_p1)).sum(axis=1)
    ce = (ce1 + ce2) / 2
    disagreement = (kl12 + kl21) / 2
    return (ce + alpha * disagreement).mean()
