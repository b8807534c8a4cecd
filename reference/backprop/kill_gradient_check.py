"""A test of a gradient checker that lets nothing wrong through: who checks the checker?"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def test_gradient_check(f: Callable[..., float]) -> bool:
    """Say whether `f` is a right `gradient_check`: return True if it is, False if it is not.

    `f(claimed, w, x, h)` asks the checker about the loss L(x) = sum of w * sin(x), entry by entry, at the point x, where
    `claimed` stands for the gradient that somebody claims to have found there. It should return what `gradient_check`
    returns. All three arrays have the same shape. The right gradient is w * cos(x); the numerical one is
    w * cos(x) * sin(h) / h. You see `f` only from the outside: call it on inputs of your choice and look at what comes
    back. In place of returning False you may raise an AssertionError.

    Your test is tried on many implementations. Some are right, and differ in their algebra and in the last digits: if
    one of them is refused, nothing counts. The others have flaws of several kinds, and a kind counts if every
    implementation with that flaw is refused. Each time, your test starts afresh and knows nothing of the others.

    Args:
        f: the implementation. At most 2,000 calls.

    Returns:
        Whether it is right.
    """
    rng = np.random.default_rng(0)
    h, size = 1e-3, 20.0
    w, x = rng.normal(size=(2, 3, 2))
    w *= size
    w[0, 1] = 0.0
    right = w * np.cos(x)
    one_wrong = right.copy()
    one_wrong[1, 0] -= 0.3 * size
    for claimed in (right, one_wrong, 2 * right, -right):
        numeric = right * np.sin(h) / h
        wanted = np.abs(claimed - numeric).max() / (np.abs(claimed).max() + np.abs(numeric).max())
        if not np.isclose(f(claimed, w, x, h), wanted, rtol=1e-6, atol=1e-9):
            return False
    nothing = np.zeros((1, 2))
    return bool(f(nothing, nothing, x[:1], h) == 0)
