"""Cross-entropy over the steps of sequences, with a mask that says which of them count."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float, Int

Logits = Float[np.ndarray, "N T V"]


def temporal_softmax_loss(
    logits: Logits,
    targets: Int[np.ndarray, "N T"],
    mask: Bool[np.ndarray, "N T"],
    reduction: str = "mean",
) -> tuple[float, Logits]:
    """Softmax cross-entropy of every step that counts, and its gradient.

        l[n, t] = -log softmax(logits[n, t])[targets[n, t]]

        reduction "mean"         sum of mask * l, divided by N: sum over steps, mean over sequences
                  "token_mean"   sum of mask * l, divided by the number of steps that count
                  "sum"          sum of mask * l

    The mask chooses the steps: all, the last of each sequence, those after a prompt, all but padding.
    A step that does not count has no influence, even if its logits are inf or nan. Results must be finite
    for logits of any size, for example 1e4.

    Args:
        logits: scores of V classes at each step, shape (N, T, V).
        targets: the right class at each step, in 0 .. V-1 (also where the mask is False), shape (N, T).
        mask: True where a step counts, which is the case for at least one step, shape (N, T).
        reduction: one of the three above.

    Returns:
        The loss, and dlogits, its gradient with respect to logits, shape (N, T, V).
    """
    logits = np.where(mask[:, :, None], logits, 0.0)  # 0 times inf is nan: a factor of 0 would not be enough
    shifted = logits - logits.max(axis=2, keepdims=True)
    log_probs = shifted - np.log(np.exp(shifted).sum(axis=2, keepdims=True))
    losses = -np.take_along_axis(log_probs, targets[:, :, None], axis=2)[:, :, 0]
    divisor = {"mean": len(logits), "token_mean": mask.sum(), "sum": 1}[reduction]
    loss = (mask * losses).sum() / divisor

    one_hot = np.arange(logits.shape[2]) == targets[:, :, None]
    dlogits = (np.exp(log_probs) - one_hot) * mask[:, :, None] / divisor
    return loss, dlogits
