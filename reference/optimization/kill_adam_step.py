"""A test of the step of Adam that lets nothing wrong through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

State = tuple[np.ndarray, np.ndarray, np.ndarray]


def _step(theta, m, v, t, g, lr, b1, b2, eps, corrected) -> State:
    m, v = m + (1 - b1) * (g - m), v + (1 - b2) * (g * g - v)
    first, second = (1 - b1**t, 1 - b2**t) if corrected else (1.0, 1.0)
    return theta - lr * (m / first) / ((v / second) ** 0.5 + eps), m, v


def test_adam_step(f: Callable[..., State]) -> bool:
    """Say whether `f` is a right `adam_step`: return True if it is, False if it is not.

    `f(theta, m, v, t, g, lr, b1, b2, eps, bias_correction)` should do what the exercise `adam_step` asks for. You see it
    only from the outside: call it on inputs of your choice and look at what comes back. The inputs must be such as the
    exercise allows (m, v and g of the shape of theta, t from 1, b1 and b2 below 1): anything else may be refused. In place
    of returning False you may raise an AssertionError.

    Your test is tried on many implementations. Some are right, and differ in their algebra and in the last digits: if
    one of them is refused, nothing counts. The others have flaws of several kinds, and a kind counts if every
    implementation with that flaw is refused. Each time, your test starts afresh and knows nothing of the others.

    Args:
        f: the implementation. At most 2,000 calls.

    Returns:
        Whether it is right.
    """
    rng = np.random.default_rng(0)
    for corrected in (True, False):
        found = (rng.normal(size=(3, 2)), np.zeros((3, 2)), np.zeros((3, 2)))
        for t in (1, 2, 3):
            g = 1e-3 * rng.normal(size=(3, 2))
            settings = (t, g, 0.1, 0.8, 0.95, 1e-3, corrected)
            wanted = _step(*found, *settings)
            found = f(*found, *settings)
            if not all((np.abs(a - b) <= 1e-8 * np.abs(b)).all() for a, b in zip(found, wanted)):
                return False
    return True
