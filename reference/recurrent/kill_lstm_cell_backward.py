"""A test of the backward of an LSTM's step that lets nothing wrong through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def _forward(
    x: np.ndarray, h_prev: np.ndarray, c_prev: np.ndarray, wx: np.ndarray, wh: np.ndarray, b: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    units = h_prev.shape[1]
    a = x @ wx + h_prev @ wh + b
    gates = 1 / (1 + np.exp(-a))
    candidate = np.tanh(a[:, 2 * units : 3 * units])
    c = gates[:, units : 2 * units] * c_prev + gates[:, :units] * candidate
    return gates[:, 3 * units :] * np.tanh(c), c


def test_lstm_cell_backward(f: Callable[..., tuple[np.ndarray, ...]]) -> bool:
    """Say whether `f` is a right backward of an LSTM's step: return True if it is, False if it is not.

    `f(dh, dc, x, h_prev, c_prev, wx, wh, b)` should return (dx, dh_prev, dc_prev, dwx, dwh, db): what
    `lstm_cell_backward` returns for this dh and dc after `lstm_cell_forward(x, h_prev, c_prev, wx, wh, b)`. You see it
    only from the outside: call it on inputs of your choice and look at what comes back. In place of returning False you
    may raise an AssertionError.

    Your test is tried on many implementations. Some are right, and differ in their algebra and in the last digits: if
    one of them is refused, nothing counts. The others have flaws of several kinds, and a kind counts if every
    implementation with that flaw is refused. Each time, your test starts afresh and knows nothing of the others.

    Args:
        f: the implementation. At most 2,000 calls.

    Returns:
        Whether it is right.
    """
    rng = np.random.default_rng(0)
    n, d, units = 3, 4, 2
    shapes = [(n, d), (n, units), (n, units), (d, 4 * units), (units, 4 * units), (4 * units,)]
    arguments = [rng.normal(size=shape) for shape in shapes]
    dh, dc = rng.normal(size=(2, n, units))
    gradients = f(dh, dc, *arguments)
    step = 1e-5
    for place, gradient in enumerate(gradients):
        direction = rng.normal(size=shapes[place])
        losses = []
        for sign in (1, -1):
            moved = list(arguments)
            moved[place] = arguments[place] + sign * step * direction
            h, c = _forward(*moved)
            losses.append((dh * h).sum() + (dc * c).sum())
        slope = (losses[0] - losses[1]) / (2 * step)
        if gradient.shape != shapes[place] or abs(slope - (gradient * direction).sum()) > 1e-6:
            return False
    return True
