"""Leaning towards a condition: classifier-free guidance."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def eps_to_score(
    eps: Float[np.ndarray, "N *shape"], i: Int[np.ndarray, "N"], alpha_bar: Float[np.ndarray, "T"]
) -> Float[np.ndarray, "N *shape"]:
    """What predicted noise says about the density: the score, the gradient of ln p(x_t) with respect to x_t.

    Uphill in the density is where there is less noise:

        score = -eps / sqrt(1 - alpha_bar_t)

    Args:
        eps: predicted noise, N samples of any shape.
        i: for every sample the index of its step; index i belongs to step t = i + 1.
        alpha_bar: share of the data's variance after each step, shape (T,).

    Returns:
        The score, of the shape of eps.
    """
    noisy = (1 - alpha_bar[i]).reshape((len(i),) + (1,) * (eps.ndim - 1))
    return -eps / np.sqrt(noisy)


def cfg_combine(
    eps_cond: Float[np.ndarray, "*shape"], eps_uncond: Float[np.ndarray, "*shape"], w: float
) -> Float[np.ndarray, "*shape"]:
    """The noise to sample with, from a prediction that knows the condition and one that does not.

    It starts at the unconditional prediction, goes through the conditional one, and beyond it by w times the distance
    between them:

        eps = (1 + w) eps_cond - w eps_uncond

    w = 0 is the conditional prediction as it is, w = -1 the unconditional one.

    Args:
        eps_cond: noise predicted for the condition (a class, a text), of any shape; left as it is.
        eps_uncond: noise predicted without one, of the same shape; left as it is.
        w: guidance strength.

    Returns:
        The guided prediction, of the same shape.
    """
    return (1 + w) * eps_cond - w * eps_uncond
