"""The fast gradient sign method: the change of an input, pixel by pixel at most eps, that hurts most."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def fgsm_attack(
    x: Float[np.ndarray, "*shape"],
    grad_x: Float[np.ndarray, "*shape"],
    eps: float,
    lo: float,
    hi: float,
) -> Float[np.ndarray, "*shape"]:
    """Move every entry of x by eps in the direction that raises the loss, and stay in the valid range.

        x_adv = clip(x + eps * sign(grad_x), lo, hi)        with sign(0) = 0

    Args:
        x: the inputs, entries between lo and hi, any shape.
        grad_x: gradient of the loss at the true label with respect to x, same shape.
        eps: greatest change of an entry.
        lo, hi: range of valid entries, such as 0 and 1 for images.

    Returns:
        x_adv of the shape of x. x is left as it was.
    """
    return np.clip(x + eps * np.sign(grad_x), lo, hi)
