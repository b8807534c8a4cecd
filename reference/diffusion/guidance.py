"""Leaning towards a condition: classifier-free guidance."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def cfg_combine(
    eps_cond: Float[np.ndarray, "*shape"], eps_uncond: Float[np.ndarray, "*shape"], w: float
) -> Float[np.ndarray, "*shape"]:
    """The noise to sample with, from a prediction that knows the condition and one that does not.

    Away from the unconditional prediction, through the conditional one, and beyond it by w times the distance
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
