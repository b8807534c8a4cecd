"""The inception score: sure about each picture, undecided about all of them."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def inception_score(probs: Float[np.ndarray, "N C"], marginal: Float[np.ndarray, "C"] | None = None) -> float:
    """exp of the mean divergence of a picture's class probabilities from those of all pictures.

        IS = exp( mean over n of KL(p_n || m) ),    KL(p || m) = sum over c of p_c ln(p_c / m_c),    0 ln 0 = 0

    m is the mean of all p_n, the marginal of the GENERATED pictures, unless another one is given. With its own marginal the
    score lies between 1 and C.

    Args:
        probs: what a classifier says about the N pictures: probabilities, shape (N, C), rows with sum 1.
        marginal: None, or a distribution to compare with, shape (C,). Where it is 0 and some row is not, the score is
            np.inf.

    Returns:
        The score, a number. numpy warns of nothing.

    Raises:
        ValueError: if there is no picture, a probability is negative, or marginal does not have shape (C,); the message
            names the argument.
    """
    if len(probs) == 0:
        raise ValueError("probs has no rows")
    if np.any(probs < 0):
        raise ValueError("probs has a negative entry")
    if marginal is None:
        marginal = probs.mean(axis=0)
    if marginal.shape != probs.shape[1:]:
        raise ValueError(f"marginal has shape {marginal.shape} for {probs.shape[1]} classes")
    if np.any(marginal < 0):
        raise ValueError("marginal has a negative entry")
    some = probs > 0
    reference = np.broadcast_to(marginal, probs.shape)
    if np.any(reference[some] == 0):
        return np.inf
    terms = np.zeros(probs.shape)
    terms[some] = probs[some] * (np.log(probs[some]) - np.log(reference[some]))
    return np.exp(terms.sum(axis=1).mean())
