"""Mixup: training on straight lines between examples, inputs and labels alike."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def mixup(
    x: Float[np.ndarray, "N *rest"], y: Float[np.ndarray, "N C"], lam: float, perm: Int[np.ndarray, "N"]
) -> tuple[Float[np.ndarray, "N *rest"], Float[np.ndarray, "N C"]]:
    """Blend every example with a partner, its label with the partner's label.

        x_mixed[n] = lam * x[n] + (1 - lam) * x[perm[n]]
        y_mixed[n] = lam * y[n] + (1 - lam) * y[perm[n]]

    Args:
        x: inputs, shape (N, ...).
        y: labels as distributions over the classes (one-hot or soft), shape (N, C).
        lam: weight of the example itself, from 0 to 1; one number for the whole batch.
        perm: perm[n] is the partner of example n, shape (N,).

    Returns:
        x_mixed of the shape of x, y_mixed of shape (N, C). x and y are left as they were.
    """
    x_mixed = lam * x + (1 - lam) * x[perm]
    y_mixed = lam * y + (1 - lam) * y[perm]
    return x_mixed, y_mixed


def sample_lambda(alpha: float, rng: np.random.Generator) -> float:
    """One draw of the mixing weight from the distribution Beta(alpha, alpha).

    Its mean is 1/2 and its variance 1 / (4 (2 alpha + 1)): for small alpha most draws lie near 0
    or 1, so that most blends are almost one of the two examples.

    Args:
        alpha: greater than 0.
        rng: the generator to draw from; no other source of randomness.

    Returns:
        A number from 0 to 1.
    """
    return float(rng.beta(alpha, alpha))
