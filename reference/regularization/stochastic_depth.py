"""Stochastic depth: residual branches that are skipped at random in training, deep ones more often."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def stochastic_depth_probs(depth: int, p_last: float) -> Float[np.ndarray, "depth"]:
    """Survival probabilities of the residual blocks: they fall in a straight line down to p_last.

        p_l = 1 - (l / L) * (1 - p_last),   l = 1, ..., L

    Args:
        depth: number of blocks L.
        p_last: survival probability of the last block.

    Returns:
        The L probabilities of SURVIVAL, the first block's first.
    """
    block = np.arange(1, depth + 1)
    return 1 - block / depth * (1 - p_last)


def drop_path(
    x: Float[np.ndarray, "N *rest"],
    branch: Float[np.ndarray, "N *rest"],
    keep: float,
    u: Float[np.ndarray, "N"],
    train: bool,
) -> Float[np.ndarray, "N *rest"]:
    """A residual connection whose branch is dropped for some samples as a whole.

        training:  out[n] = x[n] + branch[n] / keep   if u[n] < keep,   else x[n]
        at test:   out = x + branch

    Args:
        x: what goes around the branch, shape (N, ...).
        branch: what the branch computed from x, same shape.
        keep: survival probability of the branch, greater than 0.
        u: one uniform draw from [0, 1) for each sample, shape (N,).
        train: whether this is training.

    Returns:
        out of the shape of x. x and branch are left as they were.
    """
    if not train:
        return x + branch
    one_per_sample = (len(u),) + (1,) * (x.ndim - 1)
    kept = (u < keep).reshape(one_per_sample)
    return x + branch * kept / keep
