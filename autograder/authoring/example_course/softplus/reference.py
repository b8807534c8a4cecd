"""Softplus, a smooth version of max(x, 0)."""

from __future__ import annotations

import numpy as np


def softplus(x: np.ndarray) -> np.ndarray:
    r"""The softplus function, entry by entry.

    For a float array `x` of any shape, returns an array of the same shape with

        softplus(x) = ln(1 + e^x).

    Results must be finite and accurate to float64 for every finite input: mind what e^x does for a large x,
    and what is lost when a tiny number is added to 1.
    """
    # ln(1 + e^x) = max(x, 0) + ln(1 + e^-|x|): the exponent is never positive, so nothing overflows.
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))
