"""How probable a language model finds a sequence."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float, Int


def sequence_log_prob(
    logits: Float[np.ndarray, "N T V"], ids: Int[np.ndarray, "N T"], mask: Bool[np.ndarray, "N T"]
) -> Float[np.ndarray, "N"]:
    """Log-probability of each sequence of a batch, by the chain rule of probability.

        ln p(ids) = sum over the counted steps t of  ln softmax(logits_t)[ids_t]

    logits[:, t] are the model's scores FOR ids[:, t]: it has read what comes before step t, so nothing has
    to be shifted here. Logits may be as large as 10,000 and sequences thousands of steps long; the
    result is finite all the same. A step that does not count has no influence, even if its logits are inf
    or nan.

    Args:
        logits: scores of the V tokens, shape (N, T, V).
        ids: the tokens, in 0 .. V-1 (also where the mask is False), shape (N, T).
        mask: True where a step counts, False at padding, shape (N, T).

    Returns:
        One log-probability for each sequence, shape (N,); 0 for a sequence in which nothing counts.
    """
    logits = np.where(mask[:, :, None], logits, 0.0)  # 0 times inf is nan: a factor of 0 would not be enough
    shifted = logits - logits.max(axis=2, keepdims=True)
    log_normaliser = np.log(np.exp(shifted).sum(axis=2))
    chosen = np.take_along_axis(shifted, ids[:, :, None], axis=2)[:, :, 0]
    return ((chosen - log_normaliser) * mask).sum(axis=1)
