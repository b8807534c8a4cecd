"""A state-space model that chooses what to remember: step length, input and output depend on what is read."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def selective_scan(
    x: Float[np.ndarray, "T m"],
    dt: Float[np.ndarray, "T m"],
    a: Float[np.ndarray, "m n"],
    b: Float[np.ndarray, "T n"],
    c: Float[np.ndarray, "T n"],
) -> Float[np.ndarray, "T m"]:
    """The recurrence at the heart of Mamba: a linear scan whose coefficients are different at every step.

    Each of the m channels of x has its own state of n numbers. For channel j, from h_0 = 0,

        h_t[j] = exp(dt_t[j] a[j]) * h_{t-1}[j] + dt_t[j] x_t[j] b_t        vectors of length n
        y_t[j] = sum_i h_t[j, i] c_t[i]

    dt, b and c come in as arguments. In a net they are computed from x, and that is what makes the scan
    selective. A step with dt = 0 leaves the state as it is. A long step (with a < 0) forgets the past and
    writes the input.

    Args:
        x: inputs, shape (T, m).
        dt: step lengths, at least 0, one for each step and channel, shape (T, m).
        a: rates, shape (m, n).
        b, c: how the input enters the states and how they are read, the same for all channels,
            shape (T, n).

    Returns:
        y, shape (T, m).
    """
    h = np.zeros_like(a)
    y = []
    for x_t, dt_t, b_t, c_t in zip(x, dt, b, c):
        keep = np.exp(dt_t[:, None] * a)
        h = keep * h + (dt_t * x_t)[:, None] * b_t
        y.append(h @ c_t)
    return np.stack(y)
