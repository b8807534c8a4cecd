"""A test of the divergence of two Gaussians that lets nothing wrong through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def _divergence(mu1: np.ndarray, s1: np.ndarray, mu2: np.ndarray, s2: np.ndarray) -> float:
    precision = np.linalg.inv(s2)
    away = mu1 - mu2
    log_volumes = np.log(np.linalg.eigvalsh(s2)).sum() - np.log(np.linalg.eigvalsh(s1)).sum()
    return 0.5 * (log_volumes + (precision * s1).sum() - len(away) + away @ precision @ away)


def _covariance(rng: np.random.Generator, d: int, size: float) -> np.ndarray:
    factor = rng.normal(size=(d, d)) / d**0.5
    return size * (factor @ factor.T + np.eye(d))


def test_kl_gaussians(f: Callable[..., float]) -> bool:
    """Say whether `f` is a right `kl_gaussians`: return True if it is, False if it is not.

    `f(mu1, s1, mu2, s2)` should do what `kl_gaussians` does, with full covariance matrices. You see it only from the
    outside: call it on inputs of your choice and look at what comes back. Instead of returning False you may raise an
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
    for d, first, second in ((1, 2.0, 0.5), (3, 1.0, 1.0), (4, 0.3, 5.0), (40, 1e-10, 2e-10)):
        mu1, mu2 = rng.normal(size=(2, d))
        s1, s2 = _covariance(rng, d, first), _covariance(rng, d, second)
        if not np.isclose(f(mu1, s1, mu2, s2), _divergence(mu1, s1, mu2, s2), rtol=1e-7):
            return False
    return True
