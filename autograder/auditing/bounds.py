"""How large a rate may still be, given what was seen."""

from __future__ import annotations

import math


def upper_bound(failures: int, draws: int, confidence: float = 0.95) -> float:
    """Clopper and Pearson's one-sided upper bound of a rate. With no failure it is about 3 / draws."""
    if draws == 0 or failures >= draws:
        return 1.0
    if failures == 0:
        return float(1.0 - (1.0 - confidence) ** (1.0 / draws))
    low, high = failures / draws, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _at_most(failures, draws, middle) > 1.0 - confidence:
            low = middle
        else:
            high = middle
    return high


def _at_most(k: int, n: int, p: float) -> float:
    """P(X <= k) of a binomial variable."""
    if p <= 0.0:
        return 1.0
    if p >= 1.0:
        return float(k >= n)
    logs = [
        math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) + i * math.log(p) + (n - i) * math.log1p(-p)
        for i in range(k + 1)
    ]
    return min(1.0, sum(math.exp(x) for x in logs))
