"""One step of an LSTM: three gates and a candidate, a cell state that is added to; forward and backward."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

StepInput = Float[np.ndarray, "N D"]
State = Float[np.ndarray, "N H"]


def _sigmoid(a: np.ndarray) -> np.ndarray:
    """1 / (1 + exp(-a)), entry by entry: a gate between 0 (closed) and 1 (open)."""
    # Its logarithm is -log(exp(0) + exp(-a)), and logaddexp never overflows. exp(-a) alone would.
    return np.exp(-np.logaddexp(0, -a))


def lstm_cell_forward(
    x: StepInput,
    h_prev: State,
    c_prev: State,
    wx: Float[np.ndarray, "D 4H"],
    wh: Float[np.ndarray, "H 4H"],
    b: Float[np.ndarray, "4H"],
) -> tuple[State, State, tuple]:
    """One step of an LSTM: new hidden state h and new cell state c.

        a = x wx + h_prev wh + b                       shape (N, 4H), blocks of H columns for i, f, g, o
        i, f, o = sigmoid of their blocks of a         input, forget and output gate
        g       = tanh of its block of a               candidate
        c = f * c_prev + i * g
        h = o * tanh(c)

    The blocks stand in the order i, f, g, o in wx, wh and b alike. Products of gates and states are
    taken entry by entry. Results must be finite for a of any size, for example 1000 or -1000: such a
    gate is fully open or closed.

    Args:
        x: inputs of this step, shape (N, D).
        h_prev, c_prev: hidden and cell state of the step before, shape (N, H).
        wx, wh, b: weights of the three gates and the candidate side by side, shapes (D, 4H), (H, 4H), (4H,).

    Returns:
        h and c of shape (N, H), and a cache: whatever your `lstm_cell_backward` needs. If it is a dict
        or a tuple in which i, f, g, o keep their names, feedback can tell which of them goes wrong
        first.
    """
    a = x @ wx + h_prev @ wh + b
    a_i, a_f, a_g, a_o = np.split(a, 4, axis=1)
    i = _sigmoid(a_i)
    f = _sigmoid(a_f)
    g = np.tanh(a_g)
    o = _sigmoid(a_o)
    c = f * c_prev + i * g
    tanh_c = np.tanh(c)
    h = o * tanh_c
    cache = (x, h_prev, c_prev, wx, wh, i, f, g, o, tanh_c)
    return h, c, cache


def lstm_cell_backward(
    dh: State, dc: State, cache: tuple
) -> tuple[
    StepInput,
    State,
    State,
    Float[np.ndarray, "D 4H"],
    Float[np.ndarray, "H 4H"],
    Float[np.ndarray, "4H"],
]:
    """Gradients of the loss with respect to every argument of `lstm_cell_forward`.

    The loss sees h, and through the next step also c: dh and dc are what arrives at each of them from
    outside. Derive the gradients by hand; automatic differentiation is not allowed. Mind that c reaches
    the loss along two paths: directly (dc), and through h.

    Args:
        dh: gradient of the loss with respect to h, shape (N, H).
        dc: gradient that arrives at c from the next step, NOT through this step's h, shape (N, H).
        cache: as your `lstm_cell_forward` returned it.

    Returns:
        dx (N, D), dh_prev (N, H), dc_prev (N, H), dwx (D, 4H), dwh (H, 4H), db (4H,), blocks in the
        order i, f, g, o; gradients of weights are summed over the batch.
    """
    x, h_prev, c_prev, wx, wh, i, f, g, o, tanh_c = cache
    do = dh * tanh_c
    dc_total = dc + dh * o * (1 - tanh_c**2)
    df = dc_total * c_prev
    di = dc_total * g
    dg = dc_total * i
    dc_prev = dc_total * f
    # Through the nonlinearities, written with their values: sigmoid' = s (1 - s), tanh' = 1 - t^2.
    da_i = di * i * (1 - i)
    da_f = df * f * (1 - f)
    da_g = dg * (1 - g**2)
    da_o = do * o * (1 - o)
    da = np.concatenate([da_i, da_f, da_g, da_o], axis=1)
    dx = da @ wx.T
    dh_prev = da @ wh.T
    dwx = x.T @ da
    dwh = h_prev.T @ da
    db = da.sum(axis=0)
    return dx, dh_prev, dc_prev, dwx, dwh, db
