"""A plain recurrent net over whole sequences, and backpropagation through time."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Sequences = Float[np.ndarray, "N T D"]
States = Float[np.ndarray, "N T H"]
State = Float[np.ndarray, "N H"]
InputWeights = Float[np.ndarray, "D H"]
StateWeights = Float[np.ndarray, "H H"]
Bias = Float[np.ndarray, "H"]


def rnn_forward(x: Sequences, h0: State, wx: InputWeights, wh: StateWeights, b: Bias) -> tuple[States, tuple]:
    """Read sequences from the first step to the last, with the same weights at every step.

        h_t = tanh(x_t Wx + h_{t-1} Wh + b)          t = 1 .. T, starting from h_0

    Args:
        x: N sequences of T steps with D numbers each, shape (N, T, D); x[:, 0] is read first.
        h0: the state before the first step, shape (N, H).
        wx, wh, b: shapes (D, H), (H, H), (H,).

    Returns:
        h: the states after each step, shape (N, T, H), h[:, 0] being the one after the first; and a
        cache: whatever your `rnn_backward` needs.
    """
    state, states = h0, []
    for t in range(x.shape[1]):
        state = np.tanh(x[:, t] @ wx + state @ wh + b)
        states.append(state)
    h = np.stack(states, axis=1)
    cache = (x, h0, wx, wh, h)
    return h, cache


def rnn_backward(dh: States, cache: tuple) -> tuple[Sequences, State, InputWeights, StateWeights, Bias]:
    """Backpropagation through time: gradients with respect to all five arguments of `rnn_forward`.

    With a_t for what stands inside the tanh, and da_t for its gradient,

        da_t = (1 - h_t^2) * (dh_t + da_{t+1} Wh^T)          t = T .. 1, with da_{T+1} = 0,

    since h_t reaches the loss along two paths: directly, and through the next step. The weights are used at
    every step, so their gradients are sums over the steps (and over the sequences).

    Args:
        dh: gradient that reaches each h_t from outside (outputs, losses) and not through time, (N, T, H).
        cache: as your `rnn_forward` returned it.

    Returns:
        dx (N, T, D), dh0 (N, H), dwx (D, H), dwh (H, H), db (H,), in this order.
    """
    x, h0, wx, wh, h = cache
    dx = np.empty_like(x)
    dwx, dwh, db = np.zeros_like(wx), np.zeros_like(wh), np.zeros_like(wh[0])
    carry = np.zeros_like(h0)  # what reaches h_t through the next step
    for t in reversed(range(x.shape[1])):
        h_prev = h[:, t - 1] if t > 0 else h0
        da = (1 - h[:, t] ** 2) * (dh[:, t] + carry)
        dx[:, t] = da @ wx.T
        dwx += x[:, t].T @ da
        dwh += h_prev.T @ da
        db += da.sum(axis=0)
        carry = da @ wh.T
    dh0 = carry
    return dx, dh0, dwx, dwh, db
