"""A test of the language model's loss that lets nothing wrong through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def _loss(logits: np.ndarray, ids: np.ndarray, mask: np.ndarray, reduction: str) -> tuple[float, np.ndarray]:
    """Token by token, as the statement says it."""
    loss, count, gradient = 0.0, 0, np.zeros(logits.shape)
    for n in range(len(ids)):
        for t in range(ids.shape[1] - 1):
            if mask[n, t + 1]:
                row, target = logits[n, t], ids[n, t + 1]
                log_sum = np.logaddexp.reduce(row)
                loss, count = loss + log_sum - row[target], count + 1
                gradient[n, t] = np.exp(row - log_sum)
                gradient[n, t, target] -= 1
    by = len(ids) if reduction == "mean" else max(count, 1)
    return loss / by, gradient / by


def test_gpt_loss(f: Callable[..., tuple[float, np.ndarray]]) -> bool:
    """Say whether `f` is a right `gpt_loss`: return True if it is, False if it is not.

    `f(logits, ids, mask, reduction)` should do what the exercise `gpt_loss` asks for. You see it only from the outside:
    call it on inputs of your choice and look at what comes back. In place of returning False you may raise an
    AssertionError.

    Your test is tried on many implementations. Some are right, and differ in their algebra and in the last digits: if
    one of them is refused, nothing counts. The others have flaws of several kinds, and a kind counts if every
    implementation with that flaw is refused. Each time, your test starts afresh and knows nothing of the others.

    Args:
        f: the implementation. At most 2,000 calls.

    Returns:
        Whether it is right.
    """
    rng = np.random.default_rng(0)
    logits, ids = rng.normal(size=(3, 5, 4)), rng.integers(4, size=(3, 5))
    every, some, none = np.ones((3, 5), dtype=bool), rng.random((3, 5)) < 0.6, np.zeros((3, 5), dtype=bool)
    some[0], none[:, 0] = [True, False, True, True, False], True
    cases = [(z, mask, kind) for z in (logits, 2000 * logits) for mask in (every, some) for kind in ("mean", "token_mean")]
    cases += [(logits, none, "token_mean")]
    for z, mask, kind in cases:
        loss, gradient = f(z, ids, mask, kind)
        right, dright = _loss(z, ids, mask, kind)
        if np.shape(gradient) != z.shape or not np.allclose(gradient, dright, atol=1e-9):
            return False
        if not np.isclose(loss, right, rtol=1e-8, atol=1e-9):
            return False
    return True
