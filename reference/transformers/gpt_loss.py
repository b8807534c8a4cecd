"""The loss of a language model: every position predicts its successor."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float, Int

Logits = Float[np.ndarray, "N T V"]


def gpt_loss(
    logits: Logits,
    ids: Int[np.ndarray, "N T"],
    mask: Bool[np.ndarray, "N T"] | None = None,
    reduction: str = "mean",
) -> tuple[float, Logits]:
    """Cross-entropy of each next token, and its gradient.

    The logits at position t predict the token at position t + 1, so the first token is never a target, and the last
    logits predict nothing:

        loss = - sum over n and t = 0 ... T - 2 of ln softmax(logits[n, t])[ids[n, t + 1]], divided by
               N                            with reduction "mean" (sum over tokens, mean over sequences)
               the number of counted targets  with reduction "token_mean"

    A target counts if mask is True AT THE TARGET, ids[n, t + 1]. If none counts, loss and gradient are 0.

    Args:
        logits: shape (N, T, V). They may be in the thousands: nothing overflows.
        ids: token numbers from 0 to V - 1, shape (N, T).
        mask: False at tokens that are not to be predicted, such as padding, shape (N, T); None counts all.
        reduction: "mean" or "token_mean".

    Returns:
        The loss, a float, and dlogits, the gradient of the loss with respect to the logits, shape (N, T, V).

    Raises:
        ValueError: for another reduction; the message names reduction.
    """
    if reduction not in ("mean", "token_mean"):
        raise ValueError(f"reduction: {reduction!r} is neither 'mean' nor 'token_mean'")
    if ids.shape != logits.shape[:2]:
        raise ValueError(f"ids: the shape is {ids.shape}, and not {logits.shape[:2]}")
    if ids.dtype.kind not in "iu":
        raise ValueError(f"ids are {ids.dtype}: token numbers are integers")
    if np.any((ids < 0) | (ids >= logits.shape[2])):
        raise ValueError(f"ids: token numbers must lie between 0 and {logits.shape[2] - 1}")
    if mask is not None and mask.shape != ids.shape:
        raise ValueError(f"mask: the shape is {mask.shape}, and not {ids.shape}")
    counted = np.ones(ids.shape, dtype=bool) if mask is None else mask
    weight = counted[:, 1:] / (len(ids) if reduction == "mean" else max(int(counted[:, 1:].sum()), 1))  # (N, T - 1)
    z = logits[:, :-1] - logits[:, :-1].max(axis=-1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    targets = ids[:, 1:, None]
    loss = -(weight * np.take_along_axis(log_p, targets, axis=-1)[..., 0]).sum()
    dz = np.exp(log_p)
    np.put_along_axis(dz, targets, np.take_along_axis(dz, targets, axis=-1) - 1.0, axis=-1)
    dlogits = np.zeros(logits.shape)
    dlogits[:, :-1] = weight[..., None] * dz
    return float(loss), dlogits
