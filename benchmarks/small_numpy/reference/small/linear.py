"""A fully connected layer."""

from __future__ import annotations

import numpy as np


def linear_forward(x: np.ndarray, w: np.ndarray, b: np.ndarray) -> np.ndarray:
    """One row of x w + b for each row of x: x is (N, D), w is (D, M), b is (M,)."""
    return x @ w + b
