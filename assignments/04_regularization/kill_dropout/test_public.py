import numpy as np

from autograder.suite import StudentError, assert_true


def verdict(student, f):
    try:
        said = student.test_dropout(f)
    except StudentError as error:
        if error.kind != "AssertionError":
            raise
        return False
    return said is None or bool(said)


def test_refuses_zeros(student):
    """An implementation that drops everything is refused."""

    def zeros(x, p_drop, mask, train):
        return np.zeros_like(x)

    assert_true(not verdict(student, zeros), "your test accepts dropout that drops everything")


def test_refuses_nothing_at_all(student):
    """An implementation that drops nothing is refused."""

    def unchanged(x, p_drop, mask, train):
        return x.copy()

    assert_true(not verdict(student, unchanged), "your test accepts dropout that does nothing")


def test_refuses_the_others(student):
    """An implementation that drops the wrong units is refused."""

    def turned_round(x, p_drop, mask, train):
        return x * (1 - mask)

    assert_true(not verdict(student, turned_round), "your test accepts dropout that drops the units which should stay")
