"""A test of drawing the next token that lets nothing wrong through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def _draw(logits: np.ndarray, u: np.ndarray, temperature: float, top_k: int | None) -> list[int]:
    """Row by row, with a walk along the probabilities."""
    ids = []
    for row, number in zip(logits, u):
        best_first = sorted(range(len(row)), key=lambda i: (-row[i], i))
        allowed = sorted(best_first[:top_k] if temperature else best_first[:1])
        powers = [np.exp((row[i] - max(row)) / (temperature or 1.0)) for i in allowed]
        below = np.cumsum(powers) / sum(powers) <= number
        ids.append(allowed[min(int(below.sum()), len(allowed) - 1)])
    return ids


def test_sample_next_token(f: Callable[..., np.ndarray]) -> bool:
    """Say whether `f` is a right `sample_next_token`: return True if it is, False if it is not.

    `f(logits, u, temperature, top_k)` should do what the exercise `sample_next_token` asks for. You see it only from the
    outside: call it on inputs of your choice and look at what comes back. In place of returning False you may raise an
    AssertionError.

    Your test is tried on many implementations. Some are right, and differ in their algebra and in the last digits of the
    probabilities: if one of them is refused, nothing counts. The others have flaws of several kinds, and a kind counts if
    every implementation with that flaw is refused. Each time, your test starts afresh and knows nothing of the others.

    Args:
        f: the implementation. At most 2,000 calls.

    Returns:
        Whether it is right.
    """
    rng = np.random.default_rng(0)
    logits = rng.normal(size=(12, 6))
    high = 2000.0 + logits
    equal = np.repeat([[1.0, 3.0, 3.0]], 12, axis=0)
    never_first = np.repeat([[-5000.0, 1.0, 2.0]], 12, axis=0)
    u = rng.random(12)
    cases = [(logits, u, temperature, k) for temperature in (1.0, 3.0) for k in (None, 2)]
    cases += [(high, u, 1.0, 9)]
    cases += [(logits, u, 0.0, None), (equal, u, 0.0, None), (never_first, np.zeros(12), 1.0, None)]
    for given, numbers, temperature, k in cases:
        found = f(given, numbers, temperature, k)
        if np.shape(found) != (12,) or [int(i) for i in found] != _draw(given, numbers, temperature, k):
            return False
    return True
