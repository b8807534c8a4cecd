"""Numbers for a step of the diffusion, such that a net can work with them."""

from __future__ import annotations

from typing import Literal

import numpy as np
from jaxtyping import Float, Int

Array = np.ndarray


def time_embedding(
    t: Int[Array, "N"] | Float[Array, "N"], dim: int, layout: Literal["interleaved", "concat"]
) -> Float[Array, "N dim"]:
    """Sines and cosines of t at dim / 2 frequencies, from fast to slow. Two layouts are in use.

    "interleaved" (as in the Transformer), k = 0, 1, ..., dim/2 - 1:

        out[:, 2k] = sin(t / 10000^(2k/dim)),    out[:, 2k + 1] = cos(t / 10000^(2k/dim))

    "concat", first all sines, then all cosines, with half = dim / 2:

        out[:, k] = sin(t f_k),    out[:, half + k] = cos(t f_k),    f_k = 10000^(-k / (half - 1))

    Args:
        t: steps, shape (N,).
        dim: an even number; at least 4 for "concat".
        layout: which of the two. Any other name is a ValueError.

    Returns:
        float64, shape (N, dim).
    """
    half = dim // 2
    k = np.arange(half)
    if layout == "interleaved":
        angles = t[:, None] / 10000.0 ** (2 * k / dim)
        return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(t), dim)
    if layout == "concat":
        angles = t[:, None] * 10000.0 ** (-k / (half - 1))
        return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    raise ValueError(f"no layout {layout!r}: interleaved or concat")
