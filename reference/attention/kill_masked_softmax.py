"""A test of masked softmax that lets nothing wrong through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def _row(scores: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    weights = np.zeros(len(scores))
    if allowed.any():
        powers = np.exp(scores[allowed] - scores[allowed].max())
        weights[allowed] = powers / powers.sum()
    return weights


def test_masked_softmax(f: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> bool:
    """Say whether `f` is a right `masked_softmax`: return True if it is, False if it is not.

    `f(scores, mask)` should do what the exercise `masked_softmax` asks for. You see it only from the outside: call it
    on inputs of your choice and look at what comes back. In place of returning False you may raise an AssertionError.

    Your test is tried on many implementations. Some are right, and differ in their algebra and in the last digits:
    if one of them is refused, nothing counts. The others have flaws of several kinds, and a kind counts
    if every implementation with that flaw is refused. Each time, your test starts afresh and knows nothing of the others.

    Args:
        f: the implementation. At most 2,000 calls.

    Returns:
        Whether it is right.
    """
    rng = np.random.default_rng(0)
    scores = rng.normal(size=(3, 4, 5))
    mask = rng.random((3, 4, 5)) < 0.5
    mask[..., 0] = True
    empty = mask.copy()
    empty[1, 2] = False
    apart = scores - 800.0 * np.arange(3)[:, None, None]
    cases = [(scores, mask), (scores, empty), (300.0 * scores, mask), (apart, mask)]
    for given, allowed in cases:
        before = given.copy()
        wanted = np.array([_row(s, a) for s, a in zip(given.reshape(-1, 5), allowed.reshape(-1, 5))])
        weights = f(given, allowed)
        if not np.allclose(weights, wanted.reshape(given.shape), rtol=1e-9, atol=1e-12):
            return False
        if not np.array_equal(given, before):
            return False
    return True
