"""A test of the backward of batch normalisation that lets nothing wrong through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def _forward(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float) -> np.ndarray:
    mean = x.sum(axis=0) / len(x)
    spread = ((x - mean) ** 2).sum(axis=0) / len(x)
    return gamma * (x - mean) / (spread + eps) ** 0.5 + beta


def test_batchnorm_backward(f: Callable[..., tuple[np.ndarray, np.ndarray, np.ndarray]]) -> bool:
    """Say whether `f` is a right backward of batch normalisation: return True if it is, False if it is not.

    `f(dout, x, gamma, beta, eps)` should return (dx, dgamma, dbeta): what `batchnorm_backward` returns for this dout
    after `batchnorm_forward(x, gamma, beta, eps)`. You see it only from the outside: call it on inputs of your choice
    and look at what comes back. In place of returning False you may raise an AssertionError.

    Your test is tried on many implementations. Some are right, and differ in their algebra and in the last digits: if
    one of them is refused, nothing counts. The others have flaws of several kinds, and a kind counts if every
    implementation with that flaw is refused. Each time, your test starts afresh and knows nothing of the others.

    Args:
        f: the implementation. At most 2,000 calls.

    Returns:
        Whether it is right.
    """
    rng = np.random.default_rng(0)
    x, dout = rng.normal(2.0, 3.0, size=(6, 4)), rng.normal(size=(6, 4))
    arguments = [x, rng.uniform(0.5, 2.0, size=4), rng.normal(size=4)]
    eps, step = 0.1, 1e-5
    gradients = f(dout, *arguments, eps)
    for argument, gradient in zip(arguments, gradients):
        direction = rng.normal(size=argument.shape)
        before = argument.copy()
        slopes = []
        for sign in (1, -1):
            argument[...] = before + sign * step * direction
            slopes.append(sign * (dout * _forward(*arguments, eps)).sum() / (2 * step))
        argument[...] = before
        if gradient.shape != argument.shape or abs(sum(slopes) - (gradient * direction).sum()) > 1e-6:
            return False
    return True
