"""One neuron: a weighted sum, a bias, and a function of the sum."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def neuron_forward(X: Float[np.ndarray, "N D"], w: Float[np.ndarray, "D"], b: float, kind: str) -> Float[np.ndarray, "N"]:
    """The output of one neuron for every row of X.

        s = X w + b         one number for each row

        "linear":    s
        "logistic":  1 / (1 + e^(-s))
        "step":      1 where s >= 0, else 0 (the decision rule of the perceptron)
        "relu":      the greater of 0 and s

    Args:
        X: N samples as rows, shape (N, D).
        w: one weight for each feature, shape (D,).
        b: the bias, one number.
        kind: "linear", "logistic", "step" or "relu"; anything else raises ValueError.

    Returns:
        One float for each sample, shape (N,), also for "step".
    """
    if w.shape != X.shape[1:]:
        raise ValueError("w does not have one weight for each column of X")
    s = X @ w + b
    if kind == "linear":
        return s
    if kind == "logistic":
        return 0.5 * (1.0 + np.tanh(0.5 * s))  # the same number, without an exponential that may overflow
    if kind == "step":
        return np.where(s >= 0, 1.0, 0.0)
    if kind == "relu":
        return np.maximum(s, 0.0)
    raise ValueError(f"kind is {kind!r}")
