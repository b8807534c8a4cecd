"""Gradient clipping: by the length of the whole gradient, and entry by entry."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Array = Float[np.ndarray, "..."]


def clip_grad_norm(grads: list[Array], c: float) -> tuple[list[Array], float]:
    """Shorten the gradient to length c if it is longer; its direction stays.

    The length is one number for all tensors together: the root of the sum of all squared entries. If it is
    greater than c, every tensor is multiplied by c / length. Otherwise nothing changes.

    Args:
        grads: gradients, a list of tensors of any shapes; left as they are.
        c: greatest length, greater than 0. Any other c raises a ValueError.

    Returns:
        (the clipped gradients, a list; the length before clipping, a float).
    """
    if c <= 0:
        raise ValueError(f"c is {c}: it must be greater than 0")
    norm = float(np.sqrt(sum(np.sum(g**2) for g in grads)))
    factor = c / norm if norm > c else 1.0
    return [factor * g for g in grads], norm


def clip_grad_value(grads: list[Array], c: float) -> list[Array]:
    """Clamp every entry of every gradient to the range from -c to c.

    Args:
        grads: gradients, a list of tensors of any shapes; left as they are.
        c: greatest absolute value, greater than 0. Any other c raises a ValueError.

    Returns:
        The clamped gradients, a list.
    """
    if c <= 0:
        raise ValueError(f"c is {c}: it must be greater than 0")
    return [np.clip(g, -c, c) for g in grads]
