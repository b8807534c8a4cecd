"""A test of Kaiming's initial weights that lets nothing wrong through: one that judges random numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def test_kaiming_init(f: Callable[..., np.ndarray]) -> bool:
    """Say whether `f` is a right `kaiming_init`: return True if it is, False if it is not.

    `f(shape, seed, dist, gain2)` should return what `kaiming_init` returns for a generator with this seed. Nobody says which
    generator that is, nor in which way the numbers are drawn from it, so there is no right matrix to compare with: judge
    the distribution. The same seed gives the same weights again. You see `f` only from the outside. In place of returning
    False you may raise an AssertionError.

    Your test is tried on many implementations. Some are right: if one of them is refused, nothing counts. The others
    have flaws of several kinds, and a kind counts if every implementation with that flaw is refused. Each time, your
    test starts afresh and knows nothing of the others. Each implementation is tried several times.

    Args:
        f: the implementation. At most 2,000 calls.

    Returns:
        Whether it is right.
    """
    for seed, shape in enumerate([(200, 50), (50, 200)]):
        for gain2, dist in ((2.0, "normal"), (0.5, "uniform")):
            w = f(shape, seed, dist, gain2)
            if w.shape != shape:
                return False
            std = (gain2 / shape[0]) ** 0.5
            # Of 10,000 draws the standard errors are std / 100 for the mean and 1.4 % for the variance.
            if abs(w.mean()) > 0.06 * std or abs(w.var() / std**2 - 1) > 0.1:
                return False
            # Uniform draws end at the bound; of normal ones, 8 % lie beyond it.
            beyond = (np.abs(w) > 3**0.5 * std * (1 + 1e-9)).mean()
            if abs(beyond - (0.083 if dist == "normal" else 0.0)) > 0.02:
                return False
    return True
