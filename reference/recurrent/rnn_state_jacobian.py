"""How a state depends on an earlier one: the product behind vanishing and exploding gradients."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Jacobian = Float[np.ndarray, "H H"]


def rnn_state_jacobian(h: Float[np.ndarray, "T H"], wh: Float[np.ndarray, "H H"], k: int, t: int) -> Jacobian:
    """Jacobian of the state at step t with respect to the state at step k, for one sequence.

    In h_m = tanh(x_m Wx + h_{m-1} Wh + b), states are rows. Outputs are rows of the Jacobian and inputs its
    columns, J[i, j] = d h_t[i] / d h_k[j], as everywhere in this course, so

        J = diag(1 - h_t^2) Wh^T  diag(1 - h_{t-1}^2) Wh^T  ...  diag(1 - h_{k+1}^2) Wh^T,

    the factor of the latest step on the left; the identity for t = k.

    Args:
        h: the states h_1 .. h_T in its rows, shape (T, H).
        wh: recurrent weights, shape (H, H).
        k, t: steps, counted from 1, with 1 <= k <= t <= T.

    Returns:
        J, shape (H, H).
    """
    jacobian = np.eye(len(wh))
    for m in range(k + 1, t + 1):
        slope = 1 - h[m - 1] ** 2
        step = slope[:, None] * wh.T
        jacobian = step @ jacobian
    return jacobian
