"""Tests for samplers, with a stated false-alarm rate.

A right sampler fails one of these once in a million runs (`false_alarm`), whatever its stream of random
numbers. Each docstring says what a test can see (its power) at n samples.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.checks.failure import CheckFailed
from autograder.checks.tail_probabilities import (
    binomial_at_most,
    chi_square_above,
    chi_square_below,
    normal_two_sided,
    student_t_two_sided,
)
from autograder.checks.values import need_numbers

FALSE_ALARM = 1e-6


@dataclass(frozen=True)
class StatisticalResult:
    """The outcome of a test that passed."""

    statistic: float
    p_value: float
    n: int
    false_alarm: float


def check_mean(
    samples: Any,
    mean: float,
    std: float,
    name: str = "the samples",
    *,
    skewness: float = 0.0,
    kurtosis: float = 3.0,
    false_alarm: float = FALSE_ALARM,
) -> StatisticalResult:
    """The samples' mean is `mean`, their standard deviation being `std`.

    Exact for normal samples; for others the tail is corrected by the first Edgeworth terms in `skewness` and
    `kurtosis`. Power: at false_alarm 1e-6 a mean that is off by 6.2 std / sqrt(n) is seen in 9 of 10 runs, by
    10 std / sqrt(n) practically always.
    """
    data = _samples(samples, name)
    n = data.size
    z = abs(float(data.mean()) - mean) / (std / math.sqrt(n))
    density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    # Both tails: the skewness enters each with its own sign, so the worse one is taken for both.
    third = abs(skewness) / (6 * math.sqrt(n)) * (z * z - 1)
    fourth = max(kurtosis - 3, 0.0) / (24 * n) * (z**3 - 3 * z)
    fifth = skewness**2 / (72 * n) * (z**5 - 10 * z**3 + 15 * z)
    p = min(1.0, normal_two_sided(z) + 2 * density * max(third + fourth + fifth, 0.0))
    return _judge(p, z, n, false_alarm, name, "mean", f"mean {data.mean():.6g} of {n}, expected {mean:.6g}")


def check_variance(
    samples: Any,
    variance: float,
    kurtosis: float = 3.0,
    name: str = "the samples",
    *,
    false_alarm: float = FALSE_ALARM,
) -> StatisticalResult:
    """The samples' variance is `variance`; `kurtosis` is E(x - mu)^4 / variance^2 of the true distribution.

    Exact (chi-square) for normal samples; for others a chi-square with the right spread, good for n >= 1000.
    Power: at false_alarm 1e-6 and n = 10,000 normal samples a variance off by 9 % is seen in 9 of 10 runs;
    the visible error falls as 1/sqrt(n).
    """
    data = _samples(samples, name)
    n = data.size
    spread = 2 / (n - 1) + (max(kurtosis, 1.5) - 3) / n
    dof = 2 / spread
    ratio = float(data.var(ddof=1)) / variance
    p = min(1.0, 2 * min(chi_square_below(ratio * dof, dof), chi_square_above(ratio * dof, dof)))
    detail = f"variance {data.var(ddof=1):.6g} of {n}, expected {variance:.6g}"
    return _judge(p, ratio, n, false_alarm, name, "variance", detail)


def check_ks(
    samples: Any,
    cdf: Callable[[np.ndarray], Any],
    name: str = "the samples",
    *,
    false_alarm: float = FALSE_ALARM,
) -> StatisticalResult:
    """The samples come from the continuous distribution with this `cdf` (called with a sorted array).

    The Dvoretzky-Kiefer-Wolfowitz bound holds at every n, so the rate is at most what is stated. Power: at
    false_alarm 1e-6 a distribution function that is somewhere off by 3.3/sqrt(n) is seen in 9 of 10 runs.
    """
    data = np.sort(_samples(samples, name))
    n = data.size
    values = np.asarray(cdf(data), dtype=float)
    steps = np.arange(n)
    distance = float(max((values - steps / n).max(), ((steps + 1) / n - values).max()))
    p = min(1.0, 2 * math.exp(-2 * n * distance**2))
    detail = f"greatest distance of the distribution functions {distance:.6g}, n = {n}"
    return _judge(p, distance, n, false_alarm, name, "distribution", detail)


def check_chi_square(
    counts: Any,
    probabilities: Sequence[float] | np.ndarray,
    name: str = "the samples",
    *,
    false_alarm: float = FALSE_ALARM,
) -> StatisticalResult:
    """The counts of categories fit these probabilities.

    Categories that are expected fewer than 20 times are pooled; the far tail, which the chi-square law still
    understates there (measured: up to 1.7 times at 1e-5), is taken four times. Power: at false_alarm 1e-6
    with 10 categories, a true distribution with sum (q - p)^2 / p = 70 / n is seen in 9 of 10 runs.
    """
    numbers = need_numbers(counts, name, "counts")
    seen, p = numbers.data.astype(float).ravel(), np.asarray(probabilities, dtype=float).ravel()
    if seen.shape != p.shape:
        raise CheckFailed(f"{name} has {seen.size} categories, expected {p.size}", where={"output": name, "reason": "shape"})
    if not np.isfinite(seen).all() or (seen < 0).any() or seen.sum() == 0:
        raise CheckFailed(f"{name}: expected counts, at least one of them positive", where={"output": name})
    impossible = (p == 0) & (seen > 0)
    if impossible.any():
        raise CheckFailed(
            f"{name}: {int(impossible.sum())} categories with probability zero occur",
            where={"output": name, "reason": "distribution"},
        )
    n = int(seen.sum())
    expected = p / p.sum() * n
    rare = expected < 20
    if rare.any():
        seen = np.append(seen[~rare], seen[rare].sum())
        expected = np.append(expected[~rare], expected[rare].sum())
        if expected[-1] < 20 and len(expected) > 1:
            # Still too rare together: joined to the least frequent of the others.
            least = int(np.argmin(expected[:-1]))
            seen[least] += seen[-1]
            expected[least] += expected[-1]
            seen, expected = seen[:-1], expected[:-1]
    if len(expected) < 2:
        raise ValueError(f"{name}: {n} samples are too few for a chi-square test of {p.size} categories")
    statistic = float(((seen - expected) ** 2 / expected).sum())
    tail = min(1.0, 4 * chi_square_above(statistic, len(expected) - 1))
    detail = f"chi-square {statistic:.6g} with {len(expected) - 1} degrees of freedom, n = {n}"
    return _judge(tail, statistic, n, false_alarm, name, "distribution", detail)


def check_rate(
    successes: Any, n: int, p: float, name: str = "the rate", *, false_alarm: float = FALSE_ALARM
) -> StatisticalResult:
    """`successes` of `n` independent trials with probability `p` each. Exact (binomial).

    Power: at false_alarm 1e-6 a rate off by 6.2 sqrt(p (1 - p) / n) is seen in 9 of 10 runs.
    """
    numbers = need_numbers(successes, name, "a count")
    k = float(numbers.data) if numbers.is_scalar else math.nan
    if not (k == round(k) and 0 <= k <= n) if math.isfinite(k) else True:
        raise CheckFailed(f"{name}: expected a count from 0 to {n}", where={"output": name, "reason": "range"})
    count = round(k)
    below, above = binomial_at_most(count, n, p), binomial_at_most(n - count, n, 1 - p)
    tail = min(1.0, 2 * min(below, above))
    return _judge(tail, k / n, n, false_alarm, name, "rate", f"{count} of {n}, expected a rate of {p:.6g}")


def check_independent(a: Any, b: Any, name: str = "the two samples", *, false_alarm: float = FALSE_ALARM) -> StatisticalResult:
    """Two equally long samples are not correlated.

    Exact if either is normal and the two are independent, close for others at n >= 100. Power: at
    false_alarm 1e-6 a correlation of 6.2 / sqrt(n) is seen in 9 of 10 runs. Dependence without correlation
    is not seen: pass functions of the samples, such as their squares.
    """
    x, y = _samples(a, name), _samples(b, name)
    if x.size != y.size or x.size < 4:
        raise CheckFailed(f"{name}: expected two equally long samples, got {x.size} and {y.size}", where={"output": name})
    x, y = x - x.mean(), y - y.mean()
    size = math.sqrt(float((x**2).sum() * (y**2).sum()))
    r = float((x * y).sum()) / size if size else 1.0
    dof = x.size - 2
    t = abs(r) * math.sqrt(dof / max(1 - r * r, 1e-300))
    detail = f"correlation {r:.6g}, n = {x.size}"
    return _judge(student_t_two_sided(t, dof), r, x.size, false_alarm, name, "correlation", detail)


def _samples(samples: Any, name: str) -> np.ndarray:
    numbers = need_numbers(samples, name, "an array of samples")
    data = numbers.data.astype(np.float64, copy=False).ravel() if numbers.kind != "complex" else np.array([])
    if data.size < 2 or not np.isfinite(data).all():
        raise CheckFailed(
            f"{name}: expected at least 2 finite real numbers, got {numbers.describe()}"
            + (" with NaN or infinite entries" if data.size >= 2 else ""),
            where={"output": name, "reason": "nan"},
        )
    return data


def _judge(p: float, statistic: float, n: int, false_alarm: float, name: str, what: str, detail: str) -> StatisticalResult:
    if not p >= false_alarm:
        words = {
            "mean": "their mean is off",
            "variance": "their variance is off",
            "distribution": "their distribution is off",
            "rate": "it is off",
            "correlation": "they depend on each other",
        }[what]
        raise CheckFailed(
            f"{name}: {words}, by more than chance allows in {n} draws (a right sampler fails this once in "
            f"{1 / false_alarm:,.0f} runs)",
            f"{detail}; p = {p:.3g}",
            where={"output": name, "reason": what, "p_value": p},
        )
    return StatisticalResult(statistic, p, n, false_alarm)
