"""From one wide vector per token to several heads, and back: two moves of axes, no arithmetic."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def split_heads(x: Float[np.ndarray, "B T E"], h: int) -> Float[np.ndarray, "B H T D"]:
    """Cut the features of every token into h heads of equal width.

    Head i of a token holds its features i*D, ..., (i+1)*D - 1, in this order, where D is E / h. The
    head becomes an axis of its own in front of the tokens, so that what follows treats it like one
    more batch axis.

    Args:
        x: tokens, shape (B, T, E).
        h: number of heads.

    Returns:
        The heads, shape (B, h, T, D).

    Raises:
        ValueError: if h does not divide E.
    """
    batch, length, width = x.shape
    if width % h != 0:
        raise ValueError(f"{width} features cannot be split into {h} equal heads")
    return x.reshape(batch, length, h, width // h).transpose(0, 2, 1, 3)


def merge_heads(x: Float[np.ndarray, "B H T D"]) -> Float[np.ndarray, "B T E"]:
    """Put the heads of every token side by side again: the inverse of `split_heads`.

    Args:
        x: heads, shape (B, H, T, D).

    Returns:
        Tokens of shape (B, T, H*D): first all features of head 0, then those of head 1, and so on.
    """
    batch, h, length, width = x.shape
    return x.transpose(0, 2, 1, 3).reshape(batch, length, h * width)
