"""What is predicted from what: left to right, and each token from all others."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def conditional_log_prob(logp: Float[np.ndarray, "V V"], bos: int, context: list[int], target: list[int]) -> float:
    """ln p(target | context) under a model that knows only the last token.

    logp[i, j] is ln p(next = j | last = i). A sequence begins after bos, so the probability of s is
    p(s_1 | bos) p(s_2 | s_1) ..., and

        ln p(target | context) = ln p(context followed by target) - ln p(context).

    Args:
        logp: logarithms of probabilities, shape (V, V); -inf is a probability of 0.
        bos: the token before the first.
        context, target: token numbers; either may be empty. The context has a positive probability.

    Returns:
        The logarithm of the probability, a float; -inf if the target cannot follow.
    """
    if logp.ndim != 2 or logp.shape[0] != logp.shape[1]:
        raise ValueError(f"logp: a square table is needed, and not {logp.shape}")
    if not all(0 <= token < len(logp) for token in [bos, *context, *target]):
        raise ValueError(f"bos, context, target: tokens must lie between 0 and {len(logp) - 1}")
    last, total = (context[-1] if len(context) else bos), 0.0
    for token in target:
        total += logp[last, token]
        last = token
    return float(total)


def objective_totals(
    joint: Float[np.ndarray, "..."],
) -> tuple[Float[np.ndarray, "..."], Float[np.ndarray, "..."], float, float]:
    """Two products of conditional probabilities, for every sequence x_1 ... x_T at once.

        ar = product over t of p(x_t | x_1 ... x_{t-1})       left to right, as GPT
        pl = product over t of p(x_t | all other x_s)         each from all others, as BERT (pseudo-likelihood)

    All conditionals are computed from the joint distribution: they are ratios of its sums.

    Args:
        joint: T axes of length V; joint[x_1, ..., x_T] is the probability of that sequence. All entries are positive
            and they sum to 1.

    Returns:
        (ar, pl, ar_total, pl_total): the two products as arrays of the shape of joint, and the sum of each over all
        sequences, floats.

    Raises:
        ValueError: if an entry is not positive, or the entries do not sum to 1; the message names joint.
    """
    if np.any(joint <= 0) or not np.isclose(joint.sum(), 1.0):
        raise ValueError("joint: a distribution with positive entries that sum to 1 is needed")
    ar, pl = np.ones(joint.shape), np.ones(joint.shape)
    for t in range(joint.ndim):
        later = tuple(range(t + 1, joint.ndim))
        prefix = joint.sum(axis=later, keepdims=True)  # p(x_1 ... x_t)
        ar = ar * prefix / prefix.sum(axis=t, keepdims=True)
        pl = pl * joint / joint.sum(axis=t, keepdims=True)
    return ar, pl, float(ar.sum()), float(pl.sum())
