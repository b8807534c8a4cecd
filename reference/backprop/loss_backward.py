"""Where the backward pass starts: gradients of losses that are means over N samples."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def softmax_ce_backward(z: Float[np.ndarray, "N C"], labels: Int[np.ndarray, "N"]) -> Float[np.ndarray, "N C"]:
    """Gradient of softmax and cross-entropy together, with respect to the logits.

        loss = -1/N  sum over n of  ln p[n, labels[n]]          p = softmax(z), row by row

    Work it out on paper: the logarithm and the exponentials cancel, and little is left. Logits may
    be as large as 1e4 in size, of either sign; the result must still be finite, and z is left as it
    is.

    Args:
        z: logits, shape (N, C).
        labels: the right class of each sample, integers from 0 to C - 1, shape (N,).

    Returns:
        dz, of shape (N, C).
    """
    n = len(z)
    exponentials = np.exp(z - z.max(axis=1, keepdims=True))
    dz = exponentials / exponentials.sum(axis=1, keepdims=True)
    dz[np.arange(n), labels] -= 1
    return dz / n


def regression_loss_backward(
    pred: Float[np.ndarray, "N D"], target: Float[np.ndarray, "N D"], kind: str
) -> Float[np.ndarray, "N D"]:
    """Gradient of a regression loss with respect to the predictions.

        "mse":  loss = 1/N  sum over n and d of  (pred[n, d] - target[n, d])^2
        "mae":  loss = 1/N  sum over n and d of  |pred[n, d] - target[n, d]|

    That is a mean over the N samples and a sum over the D outputs. |.| has a kink at 0; there its
    slope counts as 0.

    Args:
        pred, target: shape (N, D).
        kind: "mse" or "mae".

    Returns:
        dpred, of shape (N, D).
    """
    error = pred - target
    slope = 2 * error if kind == "mse" else np.sign(error)
    return slope / len(pred)


def bce_backward(x: Float[np.ndarray, "N ..."], y: Float[np.ndarray, "N ..."], from_logits: bool) -> Float[np.ndarray, "N ..."]:
    """Gradient of binary cross-entropy, with respect to probabilities or to logits.

        loss = -1/N  sum over all entries of  y ln p + (1 - y) ln(1 - p)

    where p is x itself, or the sigmoid of x if `from_logits`. N is the length of the first axis.

    Args:
        x: probabilities strictly between 0 and 1, or logits of any size; shape (N,) or (N, K).
        y: targets from 0 to 1, of the shape of x.
        from_logits: whether x are logits.

    Returns:
        dx, of the shape of x.
    """
    if from_logits:
        dx = np.exp(-np.logaddexp(0, -x)) - y
    else:
        dx = -y / x + (1 - y) / (1 - x)
    return dx / len(x)
