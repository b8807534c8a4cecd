"""Binary cross-entropy: the price of a probability, for yes or no."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def bce_loss(p: Float[np.ndarray, "N ..."], y: Float[np.ndarray, "N ..."], eps: float = 1e-12) -> float:
    """Binary cross-entropy of probabilities.

        loss = - mean over n of  sum over k of  [ y ln p + (1 - y) ln(1 - p) ]

    where p is first clipped to [eps, 1 - eps], so that the loss stays finite at p = 0 and p = 1. With p of shape (N,) there is
    one yes-or-no question per sample, and no sum over k.

    Args:
        p: probabilities of "yes", shape (N,) or (N, K). An entry below 0 or above 1 raises ValueError: perhaps it is a logit.
        y: the answers, from 0 to 1, of the shape of p. Another entry raises ValueError, and so does another shape: numpy would
            stretch (N, 1) and (N,) to N x N terms without a word.
        eps: how far from 0 and from 1 the probabilities are kept, above 0 and below 1/2, else ValueError is raised.

    Returns:
        A Python float.
    """
    if p.shape != y.shape:
        raise ValueError("y has another shape than p")
    if len(p) == 0:
        raise ValueError("p is empty")
    if np.any(p < 0) or np.any(p > 1):
        raise ValueError("p has entries below 0 or above 1")
    if np.any(y < 0) or np.any(y > 1):
        raise ValueError("y has entries below 0 or above 1")
    if not 0 < eps < 0.5:
        raise ValueError("eps is not between 0 and 1/2")
    p = np.clip(p, eps, 1.0 - eps)
    terms = y * np.log(p) + (1.0 - y) * np.log(1.0 - p)
    return float(-terms.sum() / len(p))


def bce_from_logits(z: Float[np.ndarray, "N ..."], y: Float[np.ndarray, "N ..."]) -> float:
    """The same loss for logits: p = sigmoid(z), without computing p.

        loss = mean over n of  sum over k of  [ max(z, 0) - z y + ln(1 + e^(-|z|)) ]

    Show on paper that this is `bce_loss` of the sigmoid without the clipping. It stays exact for logits of any size: where p
    would be rounded to 0 or 1, the loss grows like |z|.

    Args:
        z: logits, shape (N,) or (N, K).
        y: the answers, from 0 to 1, of the shape of z. Another entry or another shape raises ValueError.

    Returns:
        A Python float.
    """
    if z.shape != y.shape:
        raise ValueError("y has another shape than z")
    if len(z) == 0:
        raise ValueError("z is empty")
    if np.any(y < 0) or np.any(y > 1):
        raise ValueError("y has entries below 0 or above 1")
    terms = np.maximum(z, 0.0) - z * y + np.log1p(np.exp(-np.abs(z)))
    return float(terms.sum() / len(z))
