import numpy as np

from autograder.suite import assert_close, assert_true, points

NAMES = ("alpha", "alpha_bar", "alpha_bar_prev")


def draw(rng, steps=6):
    """Variances in no order, all of them different."""
    return rng.permutation(np.linspace(0.1, 0.5, steps)) + rng.uniform(-0.02, 0.02, size=steps)


@points(2)
def test_matches_the_products(student, reference, rng):
    """alpha, what is left after each step, and what was left before it."""
    beta = draw(rng)
    for got, wanted, name in zip(student.alpha_bar_from_beta(beta), reference.alpha_bar_from_beta(beta), NAMES, strict=True):
        assert_close(got, wanted, name)


def test_nothing_is_lost_before_the_first_step(student, rng):
    """Before the first step all of the data is there; after it, what the first alpha leaves."""
    beta = draw(rng)
    alpha, alpha_bar, alpha_bar_prev = student.alpha_bar_from_beta(beta)
    assert_close(alpha_bar_prev[0], 1.0, "the first alpha_bar_prev")
    assert_close(alpha_bar[0], 1 - beta[0], "the first alpha_bar")
    assert_close(alpha[0], 1 - beta[0], "the first alpha")


def test_a_step_multiplies_what_was_left_before_it(student, rng):
    """At every step, alpha_bar is alpha times alpha_bar_prev, and the next step starts from there."""
    alpha, alpha_bar, alpha_bar_prev = map(np.asarray, student.alpha_bar_from_beta(draw(rng)))
    assert_true(np.ptp(alpha_bar) > 1e-9, "alpha_bar does not change from step to step")
    assert_close(alpha_bar, alpha * alpha_bar_prev, "alpha_bar")
    assert_close(alpha_bar_prev[1:], alpha_bar[:-1], "alpha_bar_prev from the second step on")


def test_always_less_is_left(student, rng):
    """alpha_bar decreases, and stays between 0 and 1."""
    alpha_bar = np.asarray(student.alpha_bar_from_beta(draw(rng))[1])
    assert_true(np.all(np.diff(alpha_bar) < 0), "alpha_bar does not decrease")
    assert_true(np.all((alpha_bar > 0) & (alpha_bar < 1)), "alpha_bar leaves the range from 0 to 1")


def test_equal_steps_leave_a_geometric_series(student, rng):
    """If every step adds the same noise, what is left is a power of what one step leaves."""
    keep = rng.uniform(0.6, 0.9)
    _, alpha_bar, alpha_bar_prev = student.alpha_bar_from_beta(np.full(5, 1 - keep))
    assert_close(alpha_bar, keep ** np.arange(1, 6), "alpha_bar")
    assert_close(alpha_bar_prev, keep ** np.arange(5), "alpha_bar_prev")


def test_a_single_step(student, rng):
    """With one step there is one entry in each array."""
    beta = rng.uniform(0.2, 0.4, size=1)
    got = student.alpha_bar_from_beta(beta)
    assert_close(got, (1 - beta, 1 - beta, np.ones(1)), "(alpha, alpha_bar, alpha_bar_prev)")


def test_thousand_steps(student):
    """The usual schedule of 1000 steps, against values worked out beforehand."""
    _, alpha_bar, alpha_bar_prev = map(np.asarray, student.alpha_bar_from_beta(np.linspace(1e-4, 0.02, 1000)))
    at = np.array([1, 2, 10, 100, 250, 500, 750]) - 1
    wanted = np.array([0.9999, 0.99978009, 0.9981052, 0.8970181, 0.5240854, 0.0785872, 0.00335055])
    assert_close(alpha_bar[at], wanted, "alpha_bar", atol=2e-7)
    assert_close(alpha_bar_prev[at + 1], wanted, "alpha_bar_prev one step later", atol=2e-7)
    assert_close(1e5 * alpha_bar[-1], 4.03583, "the last alpha_bar, times 100000", rtol=1e-5)
