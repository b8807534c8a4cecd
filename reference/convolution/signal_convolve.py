"""Convolution of signals, as mathematics has it, and correlation, which nets use."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def signal_convolve(
    x: Float[np.ndarray, "n"], w: Float[np.ndarray, "m"], mode: str = "full", flip: bool = True, dt: float = 1.0
) -> Float[np.ndarray, "l"]:
    """Convolution (flip=True) or correlation (flip=False) of two signals. Both are 0 outside of their entries.

        flip=True    s(t) = dt * sum over tau of x(tau) w(t - tau)          t = 0, ..., n + m - 2
        flip=False   s(t) = dt * sum over tau of x(t + tau) w(tau)          t = -(m - 1), ..., n - 1

    These are all t at which the two signals overlap. With samples that are dt apart, the sum is a Riemann sum of the integral.

    `mode` says which of the n + m - 1 values are returned, in the order of t:

        "full"    all of them
        "valid"   the n - m + 1 values for which no entry of w meets the outside of x; n >= m is needed
        "same"    the n values in the middle; m has to be odd

    Args:
        x: a signal with n >= 1 entries.
        w: a kernel with m >= 1 entries.
        mode: "full", "valid" or "same".
        flip: whether w is turned around, as in mathematics.
        dt: distance of two samples.

    Returns:
        The values, a 1-D array. Please write the sum yourself: np.convolve and np.correlate are not allowed.

    Raises:
        ValueError: for another mode, for "valid" with n < m, for "same" with an even m.
    """
    n, m = len(x), len(w)
    if mode not in ("full", "valid", "same"):
        raise ValueError(f"mode: {mode!r} is not full, valid or same")
    if n < 1:
        raise ValueError("x has no entries")
    if m < 1:
        raise ValueError("w has no entries")
    if not dt > 0:
        raise ValueError(f"dt is {dt}: it must be greater than 0")
    if mode == "valid" and n < m:
        raise ValueError(f"w: {m} entries do not fit into the {n} of x")
    if mode == "same" and m % 2 == 0:
        raise ValueError(f"w: the middle of {m} entries is between two of them; same needs an odd number")
    taps = w if flip else w[::-1]
    full = np.zeros(n + m - 1)
    for shift in range(m):
        full[shift : shift + n] += taps[shift] * x
    margin = {"full": 0, "valid": m - 1, "same": m // 2}[mode]
    return dt * full[margin : n + m - 1 - margin]
