"""An LSTM over a sequence, and backpropagation through time with its two carries."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

from reference.recurrent.lstm_cell import lstm_cell_backward, lstm_cell_forward

State = Float[np.ndarray, "N H"]
Sequences = Float[np.ndarray, "N T D"]
States = Float[np.ndarray, "N T H"]


def lstm_forward(
    x: Sequences,
    h0: State,
    c0: State,
    wx: Float[np.ndarray, "D 4H"],
    wh: Float[np.ndarray, "H 4H"],
    b: Float[np.ndarray, "4H"],
) -> tuple[States, list]:
    """The hidden states of an LSTM along a sequence.

    The cell of `lstm_cell_forward` with the same weights at every step: step t reads x[:, t] and both
    states of the step before; the first step reads h0 and c0. You may call your own cell.

    Args:
        x: inputs, shape (N, T, D).
        h0, c0: states before the first step, shape (N, H).
        wx, wh, b: weights, blocks in the order i, f, g, o; shapes (D, 4H), (H, 4H), (4H,).

    Returns:
        h of shape (N, T, H), h[:, t] the hidden state after step t, and a cache: whatever your
        `lstm_backward` needs.
    """
    h_t, c_t = h0, c0
    states, cache = [], []
    for t in range(x.shape[1]):
        h_t, c_t, step = lstm_cell_forward(x[:, t], h_t, c_t, wx, wh, b)
        states.append(h_t)
        cache.append(step)
    h = np.stack(states, axis=1)
    return h, cache


def lstm_backward(
    dh: States, cache: list
) -> tuple[
    Sequences,
    State,
    State,
    Float[np.ndarray, "D 4H"],
    Float[np.ndarray, "H 4H"],
    Float[np.ndarray, "4H"],
]:
    """Gradients of the loss with respect to every argument of `lstm_forward`.

    Backpropagation through time: from the last step to the first, each step adds what comes back from
    the step after it, through the hidden state and through the cell state, to what reaches it from
    outside. Every step uses the same weights, so their gradients are sums over the steps.

    Args:
        dh: shape (N, T, H); dh[:, t] is what reaches h[:, t] from OUTSIDE (outputs, losses), not
            through later steps.
        cache: as your `lstm_forward` returned it.

    Returns:
        dx (N, T, D), dh0 (N, H), dc0 (N, H), dwx (D, 4H), dwh (H, 4H), db (4H,), blocks in the order i,
        f, g, o.
    """
    # Nothing comes after the last step.
    dh_carry, dc_carry = np.zeros_like(dh[:, 0]), np.zeros_like(dh[:, 0])
    dwx, dwh, db = 0.0, 0.0, 0.0
    dxs = []
    for t in reversed(range(dh.shape[1])):
        arriving = dh[:, t] + dh_carry
        dx_t, dh_carry, dc_carry, dwx_t, dwh_t, db_t = lstm_cell_backward(arriving, dc_carry, cache[t])
        dxs.append(dx_t)
        dwx, dwh, db = dwx + dwx_t, dwh + dwh_t, db + db_t
    dx = np.stack(dxs[::-1], axis=1)
    return dx, dh_carry, dc_carry, dwx, dwh, db
