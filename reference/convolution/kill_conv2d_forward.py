"""A test of convolution that lets nothing wrong through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def _by_definition(x: np.ndarray, w: np.ndarray, b: np.ndarray, stride: int, pad: int, dilation: int) -> np.ndarray:
    """The formula, one output after the other."""
    xp = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    reach_rows, reach_columns = dilation * (w.shape[2] - 1) + 1, dilation * (w.shape[3] - 1) + 1
    tops = range(0, xp.shape[2] - reach_rows + 1, stride)
    lefts = range(0, xp.shape[3] - reach_columns + 1, stride)
    out = np.empty((len(x), len(w), len(tops), len(lefts)))
    for i, top in enumerate(tops):
        for j, left in enumerate(lefts):
            window = xp[:, :, top : top + reach_rows : dilation, left : left + reach_columns : dilation]
            out[:, :, i, j] = np.tensordot(window, w, axes=([1, 2, 3], [1, 2, 3])) + b
    return out


def test_conv2d(f: Callable[..., np.ndarray]) -> bool:
    """Say whether `f` is a right forward pass of a convolution: return True if it is, False if it is not.

    `f(x, w, b, stride, pad, dilation)` should return the `out` of `conv2d_forward`. You see it only from the outside: call it
    on inputs of your choice and look at what comes back. In place of returning False you may raise an AssertionError.

    Your test is tried on many implementations. Some are right, and differ in their algebra and in the last digits: if
    one of them is refused, nothing counts. The others have flaws of several kinds, and a kind counts if every
    implementation with that flaw is refused. Each time, your test starts afresh and knows nothing of the others.

    Args:
        f: the implementation. At most 2,000 calls.

    Returns:
        Whether it is right.
    """
    rng = np.random.default_rng(0)
    x, b = rng.normal(size=(2, 3, 7, 8)), rng.normal(size=4)
    for w in (rng.normal(size=(4, 3, 3, 3)), rng.normal(size=(4, 3, 3, 2))):
        for stride, pad, dilation in ((1, 0, 1), (2, 0, 1), (1, 1, 1), (1, 0, 2), (2, 1, 2)):
            out = f(x, w, b, stride, pad, dilation)
            wanted = _by_definition(x, w, b, stride, pad, dilation)
            if out.shape != wanted.shape or not np.allclose(out, wanted, rtol=1e-9, atol=1e-9):
                return False
    return True
