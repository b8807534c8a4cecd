"""A test of the cross-entropy of logits that lets nothing wrong through."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np


def _losses(Z: np.ndarray, labels: np.ndarray) -> list[float]:
    """Sample by sample: how far the label lies below the greatest logit, and how many others are near that."""
    found = []
    for row, label in zip(Z.tolist(), labels.tolist()):
        top = max(row)
        found.append(top - row[label] + math.log(math.fsum(math.exp(z - top) for z in row)))
    return found


def test_cross_entropy(f: Callable[..., float]) -> bool:
    """Say whether `f` is a right `cross_entropy_logits`: return True if it is, False if it is not.

    `f(Z, labels, reduction)` should do what `cross_entropy_logits` does, with the reduction "mean" or "sum". You see it
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
    Z, labels = rng.normal(size=(6, 4)), rng.integers(0, 4, size=6)
    apart = Z + 3000.0 * np.arange(-3, 3)[:, None]
    for logits in (Z, 5000.0 * Z, apart):
        losses = _losses(logits, labels)
        for reduction, wanted in (("mean", sum(losses) / 6), ("sum", sum(losses))):
            if not math.isclose(f(logits, labels, reduction), wanted, rel_tol=1e-9):
                return False
    return True
