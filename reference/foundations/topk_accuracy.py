"""How often is the right class among the best guesses?"""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def topk_accuracy(scores: Float[np.ndarray, "N C"], labels: Int[np.ndarray, "N"], k: int = 1) -> float:
    """The share of rows whose label is among the k classes with the largest scores.

    With k = 1 this is plain accuracy; 1 minus it is the error rate. Where scores are equal, the class with the lower index goes
    first.

    Args:
        scores: a score for each class, shape (N, C); logits and probabilities are ranked alike.
        labels: the right classes, integers from 0 to C - 1, shape (N,). Any other value raises ValueError.
        k: how many guesses a row has, from 1 to C; anything else raises ValueError.

    Returns:
        A number from 0 to 1, a Python float.
    """
    if not 1 <= k <= scores.shape[1]:
        raise ValueError(f"k is {k}, and there are {scores.shape[1]} classes")
    if labels.shape != scores.shape[:1]:
        raise ValueError("labels does not have one class for each row of scores")
    if np.any(labels < 0) or np.any(labels >= scores.shape[1]):
        raise ValueError(f"labels are not all in 0 ... {scores.shape[1] - 1}")
    if len(labels) == 0:
        raise ValueError("labels is empty")
    best = np.argsort(-scores, axis=1, kind="stable")[:, :k]
    return float((best == labels[:, None]).any(axis=1).mean())
