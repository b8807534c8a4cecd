"""Rotary positions: queries and keys are turned, so that their product sees only the distance."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def rope_apply(
    x: Float[np.ndarray, "*axes T D"], positions: Int[np.ndarray, "T"], base: float = 10000.0
) -> Float[np.ndarray, "*axes T D"]:
    """Turn each pair of neighbouring features by an angle that grows with the position.

    Features 2i and 2i + 1 form pair i, i = 0 ... D/2 - 1. At position p it is turned by the angle
    a = p base^(-2i/D):

        out[2i]     = x[2i] cos a - x[2i + 1] sin a
        out[2i + 1] = x[2i] sin a + x[2i + 1] cos a

    Applied to queries and to keys, it makes their inner product depend on the difference of the two positions
    alone.

    Args:
        x: queries or keys, shape (..., T, D), D even; left as it is.
        positions: position of each of the T tokens. They need not start at 0, nor be in order.
        base: as for the sinusoids.

    Returns:
        The turned vectors, in the shape of x.

    Raises:
        ValueError: if D is odd (the message names x), or positions does not have one entry for each of the T tokens
            (it names positions).
    """
    if x.shape[-1] % 2:
        raise ValueError(f"x: {x.shape[-1]} features cannot be cut into pairs")
    if np.shape(positions) != (x.shape[-2],):
        raise ValueError(f"positions: {np.shape(positions)} does not fit {x.shape[-2]} tokens")
    if not base > 0:
        raise ValueError(f"base is {base}: it must be positive")
    frequencies = base ** (-np.arange(0, x.shape[-1], 2) / x.shape[-1])
    angles = np.asarray(positions)[:, None] * frequencies  # (T, D/2)
    cos, sin = np.cos(angles), np.sin(angles)
    even, odd = x[..., 0::2], x[..., 1::2]
    return np.stack([even * cos - odd * sin, even * sin + odd * cos], axis=-1).reshape(x.shape)
