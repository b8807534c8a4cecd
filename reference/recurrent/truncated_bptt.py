"""Truncated backpropagation through time: the state runs on, the gradient stops at the borders of chunks."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

from reference.recurrent.rnn import rnn_backward, rnn_forward

Sequences = Float[np.ndarray, "N T D"]
States = Float[np.ndarray, "N T H"]
State = Float[np.ndarray, "N H"]
InputWeights = Float[np.ndarray, "D H"]
StateWeights = Float[np.ndarray, "H H"]
Bias = Float[np.ndarray, "H"]


def truncated_bptt(
    x: Sequences,
    h0: State,
    wx: InputWeights,
    wh: StateWeights,
    b: Bias,
    dh: States,
    k: int,
) -> tuple[InputWeights, StateWeights, Bias]:
    """Gradients of a recurrent net's weights, with backpropagation cut off every k steps.

    The sequence is cut into chunks: steps 1..k, k+1..2k, and so on; the last may be shorter. The states are
    those of `rnn_forward` over the whole sequence: each chunk starts from the state in which the one
    before it ended. But that state counts as a constant, so no gradient goes from a chunk into an earlier
    one. The weight gradients of all chunks are added.

    Args:
        x, h0, wx, wh, b: as in `rnn_forward`.
        dh: gradient that reaches each h_t from outside, shape (N, T, H).
        k: steps in a chunk, at least 1; may be greater than T.

    Returns:
        dwx (D, H), dwh (H, H), db (H,).
    """
    dwx, dwh, db = np.zeros_like(wx), np.zeros_like(wh), np.zeros_like(b)
    state = h0
    for start in range(0, x.shape[1], k):
        chunk = slice(start, start + k)
        h, cache = rnn_forward(x[:, chunk], state, wx, wh, b)
        _, _, *grads = rnn_backward(dh[:, chunk], cache)
        dwx, dwh, db = dwx + grads[0], dwh + grads[1], db + grads[2]
        state = h[:, -1]
    return dwx, dwh, db
