"""Recurrent layers on top of each other."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

from reference.recurrent.rnn import rnn_forward

Sequences = Float[np.ndarray, "N T D"]
States = Float[np.ndarray, "N T H"]


def stacked_rnn_forward(x: Sequences, layers: list[tuple]) -> tuple[States, Float[np.ndarray, "L N H"]]:
    """Run sequences through L recurrent layers.

    Layer 1 reads x. Layer l reads what layer l-1 has computed, at the same time step:

        h^l_t = tanh(h^{l-1}_t Wx^l + h^l_{t-1} Wh^l + b^l)          with h^0_t = x_t and h^l_0 = 0

    Args:
        x: shape (N, T, D).
        layers: (wx, wh, b) of each layer, the one that reads x first. wx is (D, H) there, and (H, H)
            above; wh is (H, H), b is (H,).

    Returns:
        z: the states of the top layer, shape (N, T, H);
        h_n: the last state of every layer, the layers in their order along the first axis, shape (L, N, H).
    """
    z, last = x, []
    for wx, wh, b in layers:
        start = np.zeros((len(x), len(b)))
        z, _ = rnn_forward(z, start, wx, wh, b)
        last.append(z[:, -1])
    h_n = np.stack(last)
    return z, h_n
