"""How far a reconstruction is from what went in, and the gradient with which training starts."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def ae_reconstruction_loss(
    x: Float[np.ndarray, "N D"], xhat: Float[np.ndarray, "N D"]
) -> tuple[float, Float[np.ndarray, "N D"]]:
    """Squared error of the reconstructions, and its gradient with respect to them.

        loss = 1/N  sum over n of  || x_n - xhat_n ||^2

    The mean is over the N samples, the sum over the D features.

    Args:
        x: the samples, shape (N, D).
        xhat: their reconstructions, shape (N, D).

    Returns:
        loss (a number), and dxhat = d loss / d xhat of shape (N, D).
    """
    n = len(x)
    error = xhat - x
    loss = np.sum(error**2) / n
    dxhat = 2 * error / n
    return loss, dxhat
