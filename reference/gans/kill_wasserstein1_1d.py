"""A test of the distance on a line that lets nothing wrong through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def _by_moving(x: np.ndarray, y: np.ndarray) -> float:
    """Copies make the samples equally long; then the smallest goes to the smallest."""
    a, b = np.sort(np.repeat(x, len(y))), np.sort(np.repeat(y, len(x)))
    return float(np.mean(np.abs(a - b)))


def test_wasserstein1_1d(f: Callable[..., float]) -> bool:
    """Say whether `f` is a right `wasserstein1_1d`: return True if it is, False if it is not.

    `f(x, y)` should do what the exercise `wasserstein1_1d` asks for. You see it only from the outside: call it on inputs
    of your choice and look at what comes back. In place of returning False you may raise an AssertionError.

    Your test is tried on many implementations. Some are right, and differ in their algebra and in the last digits: if one
    of them is refused, nothing counts. The others have flaws of several kinds, and a kind counts if every implementation
    with that flaw is refused. Each time, your test starts afresh and knows nothing of the others.

    Args:
        f: the implementation. At most 2,000 calls.

    Returns:
        Whether it is right.
    """
    rng = np.random.default_rng(0)
    for n, m in ((5, 5), (3, 7), (6, 2)):
        x, y = 2 * rng.normal(size=n), rng.normal(size=m) + 0.3
        if not np.isclose(f(x, y), _by_moving(x, y), rtol=1e-9, atol=1e-9):
            return False
    try:
        f(np.array([1.0]), np.array([]))
    except ValueError:
        return True
    return False
