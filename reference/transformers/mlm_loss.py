"""The loss of a masked language model: only what was hidden counts."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

Logits = Float[np.ndarray, "N T V"]


def mlm_loss(logits: Logits, labels: Int[np.ndarray, "N T"], reduction: str = "mean") -> tuple[float, Logits]:
    """Cross-entropy at the labelled positions, and its gradient.

        loss = - sum over labels != -100 of ln softmax(logits)[label], divided by
               N                              with reduction "mean" (sum over tokens, mean over sequences)
               the number of labelled tokens  with reduction "token_mean"

    Positions with the label -100 count for nothing. If no position is labelled, the loss is 0, and so is the gradient.

    Args:
        logits: shape (N, T, V). They may be in the thousands: nothing overflows.
        labels: token numbers from 0 to V - 1, or -100, shape (N, T).
        reduction: "mean" or "token_mean".

    Returns:
        The loss, a float, and dlogits, the gradient of the loss with respect to the logits, shape (N, T, V).

    Raises:
        ValueError: for another reduction, or a label that is neither -100 nor a token; the message names the argument.
    """
    if reduction not in ("mean", "token_mean"):
        raise ValueError(f"reduction: {reduction!r} is neither 'mean' nor 'token_mean'")
    if labels.shape != logits.shape[:2]:
        raise ValueError(f"labels: the shape is {labels.shape}, and not {logits.shape[:2]}")
    if labels.dtype.kind not in "iu":
        raise ValueError(f"labels are {labels.dtype}: integers are needed")
    n, t = np.nonzero(labels != -100)
    wanted = labels[n, t]
    if np.any((wanted < 0) | (wanted >= logits.shape[2])):
        raise ValueError(f"labels: neither -100 nor a token from 0 to {logits.shape[2] - 1}")
    divisor = max(len(logits) if reduction == "mean" else len(wanted), 1)
    z = logits[n, t]  # (number of labels, V)
    z = z - z.max(axis=1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    rows = np.arange(len(wanted))
    loss = -log_p[rows, wanted].sum() / divisor
    p = np.exp(log_p)
    p[rows, wanted] -= 1.0
    dlogits = np.zeros(logits.shape)
    dlogits[n, t] = p / divisor
    return float(loss), dlogits
