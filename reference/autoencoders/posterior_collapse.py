"""Two remedies for posterior collapse: let the divergence come in slowly, or grant every latent some of it for free."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def kl_annealing(step: int, warmup: int) -> float:
    """Weight of the KL term at a training step: it grows along a straight line from 0 to 1, and then stays there.

    Args:
        step: number of steps made so far, 0 at the very first.
        warmup: number of steps after which the weight is 1. With warmup = 0 it is 1 from the first step on.

    Returns:
        The weight, a number from 0 to 1.
    """
    if warmup == 0:
        return 1.0
    return min(1.0, step / warmup)


def free_bits_kl(kl_dim: Float[np.ndarray, "N k"], lam: float) -> float:
    """The KL term with a free allowance: a latent pays for its divergence only beyond lam.

        sum over the latents j of   max( mean over the batch of kl_dim[:, j],  lam )

    The floor acts on each latent by itself, and on its mean over the batch. A latent below the floor costs lam whatever
    it does, so nothing pushes its divergence down any further.

    Args:
        kl_dim: divergence from the prior of each latent of each sample, at least 0, shape (N, k).
        lam: the allowance of each latent, in nats, at least 0.

    Returns:
        The floored KL term, a number.
    """
    per_latent = kl_dim.mean(axis=0)
    return np.maximum(per_latent, lam).sum()
