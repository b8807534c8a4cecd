"""False alarms at most as often as stated, and a fault that is large enough is always seen."""

from __future__ import annotations

import math

import numpy as np
import pytest

from autograder.checks import (
    CheckFailed,
    check_chi_square,
    check_independent,
    check_ks,
    check_mean,
    check_rate,
    check_variance,
    tail_probabilities,
)

RATE = 1e-2
DRAWS = 2000
P = np.array([0.4, 0.3, 0.2, 0.1])


def uniform_cdf(x):
    return np.clip(x, 0, 1)


RIGHT = {
    "mean of normal": lambda r, a: check_mean(r.normal(2, 3, 200), 2, 3, false_alarm=a),
    "mean of exponential": lambda r, a: check_mean(r.exponential(size=200), 1, 1, skewness=2, kurtosis=9, false_alarm=a),
    "variance of normal": lambda r, a: check_variance(r.normal(2, 3, 200), 9, false_alarm=a),
    "variance of uniform": lambda r, a: check_variance(r.random(500), 1 / 12, 1.8, false_alarm=a),
    "ks": lambda r, a: check_ks(r.random(200), uniform_cdf, false_alarm=a),
    "chi square": lambda r, a: check_chi_square(r.multinomial(500, P), P, false_alarm=a),
    "rate": lambda r, a: check_rate(r.binomial(300, 0.2), 300, 0.2, false_alarm=a),
    "independent": lambda r, a: check_independent(r.normal(size=100), r.random(100), false_alarm=a),
}

WRONG = {
    "mean": lambda r: check_mean(r.normal(0.1, 1, 10_000), 0, 1),
    "variance, n or n - 1": lambda r: check_variance(r.normal(0, math.sqrt(1.15), 10_000), 1),
    "std for variance": lambda r: check_variance(r.normal(0, 2, 1000), 2),
    "ks": lambda r: check_ks(r.random(10_000) ** 1.2, uniform_cdf),
    "chi square": lambda r: check_chi_square(r.multinomial(10_000, [0.35, 0.35, 0.2, 0.1]), P),
    "p for 1 - p": lambda r: check_rate(r.binomial(1000, 0.7), 1000, 0.3),
    "rate": lambda r: check_rate(r.binomial(10_000, 0.25), 10_000, 0.2),
    "correlated": lambda r: check_independent(x := r.normal(size=10_000), r.normal(size=10_000) + 0.1 * x),
    "the same": lambda r: check_independent(x := r.normal(size=10), x),
}


@pytest.mark.parametrize("name", RIGHT)
def test_false_alarms_are_no_more_frequent_than_stated(name):
    rng = np.random.default_rng(5)
    alarms = 0
    for _ in range(DRAWS):
        try:
            finding = RIGHT[name](rng, RATE)
        except CheckFailed:
            alarms += 1
        else:
            assert finding.p_value >= RATE
    # Four standard deviations above the stated rate.
    assert alarms <= DRAWS * RATE + 4 * math.sqrt(DRAWS * RATE)
    for _ in range(200):
        RIGHT[name](rng, 1e-6)


@pytest.mark.parametrize("name", WRONG)
def test_faults_are_seen_every_time(name):
    rng = np.random.default_rng(6)
    for _ in range(100):
        with pytest.raises(CheckFailed) as caught:
            WRONG[name](rng)
        assert "once in 1,000,000 runs" in caught.value.public
        assert "p = " in caught.value.detail


def test_the_stated_power_of_the_mean_holds():
    rng = np.random.default_rng(7)
    seen = 0
    for _ in range(500):
        try:
            check_mean(rng.normal(6.2 / 20, 1, 400), 0, 1)
        except CheckFailed:
            seen += 1
    assert seen >= 430


def test_bad_samples_fail_in_words():
    for wrong in (None, "x", np.array([1.0, np.nan]), np.array([1.0]), np.array([]), np.array([1j, 2j])):
        with pytest.raises(CheckFailed):
            check_mean(wrong, 0, 1)
    with pytest.raises(CheckFailed, match="3 categories, expected 4"):
        check_chi_square([1, 2, 3] and np.array([1, 2, 3]), P)
    with pytest.raises(CheckFailed, match="probability zero"):
        check_chi_square(np.array([50, 50, 1]), [0.5, 0.5, 0.0])
    for wrong in (-1, 11, 2.5, float("nan"), None):
        with pytest.raises(CheckFailed):
            check_rate(wrong, 10, 0.5)


def test_rare_categories_are_pooled():
    p = np.array([0.5, 0.47, 0.01, 0.01, 0.01])
    check_chi_square(np.array([500, 470, 12, 9, 9]), p)
    with pytest.raises(CheckFailed):
        check_chi_square(np.array([480, 400, 60, 30, 30]), p)
    with pytest.raises(ValueError, match="too few"):
        check_chi_square(np.array([3, 2, 0, 0, 0]), p)


def test_tails_agree_with_scipy():
    stats = pytest.importorskip("scipy.stats")
    for dof in (1, 6, 100, 10_000):
        for q in (0.01, 0.5, 0.999999):
            x = stats.chi2.ppf(q, dof)
            assert tail_probabilities.chi_square_above(x, dof) == pytest.approx(stats.chi2.sf(x, dof), rel=1e-7)
            assert tail_probabilities.chi_square_below(x, dof) == pytest.approx(stats.chi2.cdf(x, dof), rel=1e-7)
    for n, p in ((10, 0.3), (1000, 0.01), (100_000, 0.5)):
        for k in stats.binom.ppf([1e-7, 0.1, 0.5, 0.999], n, p).astype(int):
            assert tail_probabilities.binomial_at_most(int(k), n, p) == pytest.approx(stats.binom.cdf(k, n, p), rel=1e-6)
    assert tail_probabilities.student_t_two_sided(4.0, 30) == pytest.approx(2 * stats.t.sf(4.0, 30), rel=1e-9)
    assert tail_probabilities.binomial_at_most(-1, 5, 0.5) == 0 and tail_probabilities.binomial_at_most(5, 5, 0.5) == 1
