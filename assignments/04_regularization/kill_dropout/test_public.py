import numpy as np

from autograder.suite import accepts, assert_true


def test_refuses_zeros(student):
    """An implementation that drops everything is refused."""

    def zeros(x, p_drop, mask, train):
        return np.zeros_like(x)

    assert_true(not accepts(student.test_dropout, zeros), "your test accepts dropout that drops everything")


def test_refuses_nothing_at_all(student):
    """An implementation that drops nothing is refused."""

    def unchanged(x, p_drop, mask, train):
        return x.copy()

    assert_true(not accepts(student.test_dropout, unchanged), "your test accepts dropout that does nothing")


def test_refuses_the_others(student):
    """An implementation that drops the wrong units is refused."""

    def turned_round(x, p_drop, mask, train):
        return x * (1 - mask)

    assert_true(
        not accepts(student.test_dropout, turned_round), "your test accepts dropout that drops the units which should stay"
    )
