"""A highway layer: a gate decides for each unit how much is computed anew and how much is carried along."""

from __future__ import annotations

from typing import Any

import numpy as np
from jaxtyping import Float

Rows = Float[np.ndarray, "N D"]
Weights = Float[np.ndarray, "D D"]
Biases = Float[np.ndarray, "D"]


def highway_forward(x: Rows, w_h: Weights, b_h: Biases, w_t: Weights, b_t: Biases) -> tuple[Rows, Any]:
    """Mix a new activation with the input, unit by unit.

        t = sigmoid(x @ w_t + b_t)          the gate, between 0 and 1
        h = max(x @ w_h + b_h, 0)           the new activation
        y = t * h + (1 - t) * x             entry by entry

    The gate may be fed with numbers of a thousand, of either sign; nothing overflows.

    Args:
        x: inputs, shape (N, D).
        w_h, b_h: weights and biases of the new activation, shapes (D, D) and (D,).
        w_t, b_t: weights and biases of the gate, shapes (D, D) and (D,).

    Returns:
        y of shape (N, D), and a cache of your own for `highway_backward`.
    """
    gate = x @ w_t + b_t
    power = np.exp(-np.abs(gate))  # never more than 1, so it cannot overflow
    t = np.where(gate >= 0, 1.0, power) / (1 + power)
    h = np.maximum(x @ w_h + b_h, 0.0)
    y = t * h + (1 - t) * x
    cache = (x, w_h, w_t, t, h)
    return y, cache


def highway_backward(dout: Rows, cache: Any) -> tuple[Rows, Weights, Biases, Weights, Biases]:
    """Gradients of the loss with respect to x and the four parameters of `highway_forward`.

    x reaches the output along three paths: through h, through the gate, and directly. ReLU has
    slope 0 at 0.

    Args:
        dout: gradient of the loss with respect to y, shape (N, D).
        cache: from `highway_forward`.

    Returns:
        dx, dw_h, db_h, dw_t, db_t, each of the shape of what it belongs to.
    """
    x, w_h, w_t, t, h = cache
    d_new = dout * t * (h > 0)
    d_gate = dout * (h - x) * t * (1 - t)
    dx = d_new @ w_h.T + d_gate @ w_t.T + dout * (1 - t)
    return dx, x.T @ d_new, d_new.sum(axis=0), x.T @ d_gate, d_gate.sum(axis=0)
