"""Cross-entropy for several classes, from probabilities and from logits."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def cross_entropy_probs(P: Float[np.ndarray, "N C"], Y: Float[np.ndarray, "N C"]) -> float:
    """Cross-entropy of predicted against true probabilities.

        loss = - 1/N  sum over n and c of  Y ln P

    Y may be one-hot or soft. 0 ln 0 counts as 0, so a class that cannot occur costs nothing whatever P says. Where P = 0 and
    Y > 0 the loss is +infinity, without a warning of numpy: add nothing to P, the loss of a perfect prediction is exactly 0.

    Args:
        P: predicted probabilities, rows sum to 1, shape (N, C).
        Y: true probabilities, shape (N, C). If the shapes differ, or an entry of P or of Y is negative, ValueError is raised.

    Returns:
        A Python float, perhaps math.inf.
    """
    if P.shape != Y.shape:
        raise ValueError("P and Y differ in shape")
    if len(P) == 0:
        raise ValueError("P has no rows")
    if np.any(P < 0):
        raise ValueError("P has negative entries")
    if np.any(Y < 0):
        raise ValueError("Y has negative entries")
    counts = Y > 0
    if np.any(P[counts] == 0):
        return float("inf")
    return float(-np.sum(Y[counts] * np.log(P[counts])) / len(P))


def cross_entropy_logits(Z: Float[np.ndarray, "N C"], labels: Int[np.ndarray, "N"], reduction: str = "mean") -> float:
    """Cross-entropy of the softmax of logits, for labels.

        loss of sample n = ln( sum over c of e^(Z[n, c]) )  -  Z[n, labels[n]]

    and then the mean or the sum over the N samples. Finite for logits of 10000 in size, of either sign: take the greatest
    logit of a row out of the logarithm before you exponentiate.

    Args:
        Z: logits, shape (N, C).
        labels: the right classes, integers from 0 to C - 1, shape (N,). Any other value raises ValueError.
        reduction: "mean" or "sum"; anything else raises ValueError.

    Returns:
        A Python float.
    """
    if reduction not in ("mean", "sum"):
        raise ValueError(f"reduction is {reduction!r}")
    if labels.shape != Z.shape[:1]:
        raise ValueError("labels does not have one class for each row of Z")
    if np.any(labels < 0) or np.any(labels >= Z.shape[1]):
        raise ValueError(f"labels are not all in 0 ... {Z.shape[1] - 1}")
    if len(Z) == 0:
        raise ValueError("Z has no rows")
    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp(Z - top[:, None]).sum(axis=1))
    losses = log_sum - Z[np.arange(len(Z)), labels]
    return float(losses.mean() if reduction == "mean" else losses.sum())
