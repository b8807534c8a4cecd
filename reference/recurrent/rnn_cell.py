"""One step of a plain recurrent net: the new state from the input and the old state, forward and backward."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

StepInput = Float[np.ndarray, "N D"]
State = Float[np.ndarray, "N H"]
InputWeights = Float[np.ndarray, "D H"]
StateWeights = Float[np.ndarray, "H H"]
Bias = Float[np.ndarray, "H"]


def rnn_cell_forward(x: StepInput, h_prev: State, wx: InputWeights, wh: StateWeights, b: Bias) -> tuple[State, tuple]:
    """One step of a recurrent net: from the old state and an input to the new state.

        a = x Wx + h_prev Wh + b
        h = tanh(a)

    Args:
        x: what is read at this step, one row for each sequence, shape (N, D).
        h_prev: the state before the step, shape (N, H).
        wx, wh, b: shapes (D, H), (H, H), (H,). There is one bias.

    Returns:
        h, the state after the step, shape (N, H), and a cache: whatever your `rnn_cell_backward` needs.
    """
    a = x @ wx + h_prev @ wh + b
    h = np.tanh(a)
    cache = (x, h_prev, wx, wh, h)
    return h, cache


def rnn_cell_backward(dh: State, cache: tuple) -> tuple[StepInput, State, InputWeights, StateWeights, Bias]:
    """Gradients of the loss with respect to all five arguments of `rnn_cell_forward`.

    Derive them by hand; automatic differentiation is not allowed. All rows of the batch share the
    weights, so their gradients are sums over the rows (if the loss is a mean, its 1/N is already in dh).

    Args:
        dh: gradient of the loss with respect to h, shape (N, H).
        cache: as your `rnn_cell_forward` returned it.

    Returns:
        dx (N, D), dh_prev (N, H), dwx (D, H), dwh (H, H), db (H,), in this order.
    """
    x, h_prev, wx, wh, h = cache
    da = dh * (1 - h**2)
    dx = da @ wx.T
    dh_prev = da @ wh.T
    dwx = x.T @ da
    dwh = h_prev.T @ da
    db = da.sum(axis=0)
    return dx, dh_prev, dwx, dwh, db
