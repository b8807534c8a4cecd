"""Tail probabilities, in plain Python: students may have no scipy."""

from __future__ import annotations

import math

TINY = 1e-300


def normal_two_sided(z: float) -> float:
    """P(|Z| >= z)."""
    return math.erfc(z / math.sqrt(2))


def chi_square_above(x: float, dof: float) -> float:
    """P(X >= x) for a chi-square variable: the upper regularized incomplete gamma function."""
    return _gamma_tails(dof / 2, x / 2)[1]


def chi_square_below(x: float, dof: float) -> float:
    return _gamma_tails(dof / 2, x / 2)[0]


def binomial_at_most(k: int, n: int, p: float) -> float:
    """P(X <= k), by the incomplete beta function."""
    if k < 0:
        return 0.0
    if k >= n:
        return 1.0
    return beta_cdf(1 - p, n - k, k + 1)


def student_t_two_sided(t: float, dof: float) -> float:
    """P(|T| >= t)."""
    return beta_cdf(dof / (dof + t * t), dof / 2, 0.5)


def _gamma_tails(a: float, x: float) -> tuple[float, float]:
    """Lower and upper tail; each is computed directly where it is the small one."""
    if x <= 0:
        return 0.0, 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1.0 / a
        n = a
        for _ in range(100_000):
            n += 1
            term *= x / n
            total += term
            if term < total * 1e-16:
                break
        lower = front * total
        return lower, 1 - lower
    b = x + 1 - a
    c, d = 1 / TINY, 1 / b
    fraction = d
    for i in range(1, 100_000):
        factor = -i * (i - a)
        b += 2
        d = 1 / _away_from_zero(factor * d + b)
        c = _away_from_zero(b + factor / c)
        fraction *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    upper = front * fraction
    return 1 - upper, upper


def beta_cdf(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function I_x(a, b), by its continued fraction."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(x, a, b) / a
    return 1 - front * _beta_fraction(1 - x, b, a) / b


def _beta_fraction(x: float, a: float, b: float) -> float:
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 100_000):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away_from_zero(1 + factor * d)
            c = _away_from_zero(1 + factor / c)
            fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return fraction


def _away_from_zero(x: float) -> float:
    return x if abs(x) > TINY else TINY
