"""A test of the jump of DDIM that lets nothing wrong through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def _jump(x: np.ndarray, eps: np.ndarray, ab_t: float, ab_prev: float, eta: float, noise: np.ndarray) -> np.ndarray:
    """By variances: of the noise at the new level, `fresh` is new, and the rest is old."""
    data = x / ab_t**0.5 - (1 / ab_t - 1) ** 0.5 * eps
    fresh = eta**2 * (1 - ab_prev) * (ab_prev - ab_t) / (ab_prev * (1 - ab_t)) if eta else 0.0
    return ab_prev**0.5 * data + (1 - ab_prev - fresh) ** 0.5 * eps + fresh**0.5 * noise


def test_ddim_step(f: Callable[..., np.ndarray]) -> bool:
    """Say whether `f` is a right `ddim_step`: return True if it is, False if it is not.

    `f(x_t, eps_hat, ab_t, ab_prev, eta, noise)` should do what the exercise `ddim_step` asks for. You see it only from
    the outside: call it on inputs of your choice and look at what comes back. Instead of returning False you may raise
    an AssertionError.

    Your test is tried on many implementations. Some are right, and differ in their algebra and in the last digits:
    if one of them is refused, nothing counts. The others have flaws of several kinds, and a kind counts
    if every implementation with that flaw is refused. Each time, your test starts afresh and knows nothing of the others.

    Args:
        f: the implementation. At most 2,000 calls.

    Returns:
        Whether it is right.
    """
    rng = np.random.default_rng(0)
    x, eps, noise = rng.normal(size=(3, 4, 2))
    cases = [(ab_t, ab_prev, eta) for ab_t, ab_prev in ((0.3, 0.7), (0.6, 1.0)) for eta in (0.0, 0.4, 1.0)]
    for ab_t, ab_prev, eta in cases:
        wanted = _jump(x, eps, ab_t, ab_prev, eta, noise)
        if not np.allclose(f(x, eps, ab_t, ab_prev, eta, noise), wanted, rtol=1e-9, atol=1e-7):
            return False
    # Where hardly anything is left of the data, the share of the old noise is 0, and rounding may take it below.
    goals = np.linspace(0.1, 0.9, 5)
    return all(np.isfinite(f(x, eps, 1e-20, float(goal), 1.0, noise)).all() for goal in goals)
