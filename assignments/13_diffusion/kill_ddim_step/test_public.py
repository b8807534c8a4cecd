import numpy as np

from autograder.suite import accepts, assert_true


def test_refuses_zeros(student):
    """An implementation that returns zeros is refused."""

    def zeros(x_t, eps_hat, ab_t, ab_prev, eta=0.0, noise=None):
        return np.zeros_like(x_t)

    assert_true(not accepts(student.test_ddim_step, zeros), "your test accepts samples that are all 0")


def test_refuses_samples_that_stay_where_they_are(student):
    """An implementation that returns x_t is refused."""

    def stays(x_t, eps_hat, ab_t, ab_prev, eta=0.0, noise=None):
        return x_t.copy()

    assert_true(not accepts(student.test_ddim_step, stays), "your test accepts samples that do not move")


def test_refuses_what_ignores_the_goal(student):
    """An implementation that does not look at ab_prev is refused."""

    def half_way(x_t, eps_hat, ab_t, ab_prev, eta=0.0, noise=None):
        return (x_t + eps_hat) / 2

    assert_true(not accepts(student.test_ddim_step, half_way), "your test accepts samples that do not depend on ab_prev")
