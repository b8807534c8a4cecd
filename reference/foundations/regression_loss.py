"""How far off are the predictions? Squares and absolute values."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def regression_loss(
    pred: Float[np.ndarray, "N D"], target: Float[np.ndarray, "N D"], kind: str = "mse", reduction: str = "mean"
) -> float:
    """The distance of predictions from targets.

        loss of sample n:   "mse":  sum over d of (pred - target)^2
                            "mae":  sum over d of |pred - target|

    and then the mean or the sum over the N samples. The mean is over samples only: the D outputs of a sample add up.
    There is no factor 1/2.

    Args:
        pred, target: shape (N, D) both. If the shapes differ, ValueError is raised: numpy would stretch (N, 1) and (N,) to a
            table of N x N differences without a word.
        kind: "mse" or "mae"; anything else raises ValueError.
        reduction: "mean" or "sum", over the samples; anything else raises ValueError.

    Returns:
        A Python float.
    """
    if np.shape(pred) != np.shape(target):
        raise ValueError("pred and target differ in shape")
    if len(pred) == 0:
        raise ValueError("pred has no rows")
    if kind == "mse":
        distance = (pred - target) ** 2
    elif kind == "mae":
        distance = np.abs(pred - target)
    else:
        raise ValueError(f"kind is {kind!r}")
    if reduction == "sum":
        return float(distance.sum())
    if reduction == "mean":
        return float(distance.sum() / len(pred))
    raise ValueError(f"reduction is {reduction!r}")
