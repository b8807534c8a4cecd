"""How much gradient can be left after many layers: an upper bound from the weights alone."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def gradient_bound(weights: list[Float[np.ndarray, "n_in n_out"]], kind: str) -> Float[np.ndarray, "L+1"]:
    """Bound the size of the Jacobian between the last layer of a network and each layer before it.

    The layers are h_l = phi(h_{l-1} @ W_l + b_l) for l = 1, ..., L. The Jacobian of one layer is
    a product of weights and slopes, so its spectral norm (greatest singular value) is at most
    c * ||W_l||_2, where c is the greatest slope that phi has anywhere. The norm of a product is at
    most the product of the norms. Hence, with

        B_L = 1        and        B_{l-1} = B_l * c * ||W_l||_2

    B_l is at least the spectral norm of dh_L / dh_l, whatever the input and the biases.

    Args:
        weights: [W_1, ..., W_L], shapes (n_{l-1}, n_l).
        kind: phi by name: "sigmoid", "tanh" or "relu". Find c for each.

    Returns:
        The bounds [B_0, ..., B_L], shape (L + 1,).
    """
    slope = {"sigmoid": 0.25, "tanh": 1.0, "relu": 1.0}[kind]
    bounds = np.ones(len(weights) + 1)
    for layer in reversed(range(len(weights))):
        norm = np.linalg.norm(weights[layer], 2)
        bounds[layer] = bounds[layer + 1] * slope * norm
    return bounds
