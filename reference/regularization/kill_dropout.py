"""A test of dropout that lets nothing wrong through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def test_dropout(f: Callable[..., np.ndarray]) -> bool:
    """Say whether `f` is a right forward pass of dropout: return True if it is, False if it is not.

    `f(x, p_drop, mask, train)` should return the `out` of `dropout_forward`. You see it only from the outside: call it
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
    for p_drop in (0.2, 0.9):
        x = rng.normal(size=(6, 5))
        mask = (rng.random((6, 5)) >= p_drop).astype(float)
        mask[0, 0], mask[1, 1] = 0.0, 1.0
        before = x.copy()
        survivors = np.where(mask == 1, before / (1 - p_drop), 0.0)
        for train, wanted in ((True, survivors), (False, before)):
            if not np.allclose(f(x, p_drop, mask, train), wanted, rtol=1e-9, atol=0):
                return False
            if not np.array_equal(x, before):
                return False
    return True
