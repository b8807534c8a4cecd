"""Positions as sines and cosines, and the matrix that moves them on by k."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def sinusoidal_pe(T: int, d: int, base: float = 10000.0) -> Float[np.ndarray, "T d"]:
    """A vector of d numbers for each of the positions 0 ... T - 1.

    Neighbouring columns form pairs. Pair i (i = 0 ... d/2 - 1) turns with the frequency
    w_i = base^(-2i/d):

        PE[p, 2i]     = sin(p w_i)
        PE[p, 2i + 1] = cos(p w_i)

    Args:
        T: number of positions, at least 1.
        d: features, even.
        base: the slowest pair turns about this many times more slowly than the fastest.

    Returns:
        The table, float64 of shape (T, d).

    Raises:
        ValueError: if d is odd or below 2, or T is below 1; the message names the argument.
    """
    if T < 1:
        raise ValueError(f"T: {T} positions, but at least 1 is needed")
    angles = np.arange(T)[:, None] * _frequencies(d, base)  # (T, d/2)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(T, d)


def pe_shift_matrix(k: int, d: int, base: float = 10000.0) -> Float[np.ndarray, "d d"]:
    """The matrix M with M @ PE[p] = PE[p + k] for every position p of `sinusoidal_pe`.

    M does not depend on p: it turns each pair by a fixed angle, so it has a 2 x 2 block for each pair on the
    diagonal, and zeros elsewhere. Derive the block from the sine and the cosine of a sum.

    Args:
        k: how far to move; may be 0 or negative.
        d, base: as in `sinusoidal_pe`, with the same ValueError for d.

    Returns:
        M, float64 of shape (d, d).
    """
    angles = k * _frequencies(d, base)
    cos, sin = np.cos(angles), np.sin(angles)
    M = np.zeros((d, d))
    first = np.arange(0, d, 2)
    M[first, first], M[first, first + 1] = cos, sin
    M[first + 1, first], M[first + 1, first + 1] = -sin, cos
    return M


def _frequencies(d: int, base: float) -> np.ndarray:
    if d < 2 or d % 2:
        raise ValueError(f"d: {d} features cannot be cut into pairs")
    if not base > 0:
        raise ValueError(f"base is {base}: it must be positive")
    return base ** (-np.arange(0, d, 2) / d)
