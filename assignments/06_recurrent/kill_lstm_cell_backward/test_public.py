import numpy as np

from autograder.suite import StudentError, assert_true


def verdict(student, f):
    try:
        said = student.test_lstm_cell_backward(f)
    except StudentError as error:
        if error.kind != "AssertionError":
            raise
        return False
    return said is None or bool(said)


def test_refuses_zeros(student):
    """An implementation whose gradients are all 0 is refused."""

    def zeros(dh, dc, x, h_prev, c_prev, wx, wh, b):
        return tuple(np.zeros_like(a) for a in (x, h_prev, c_prev, wx, wh, b))

    assert_true(not verdict(student, zeros), "your test accepts gradients that are all 0")


def test_refuses_what_ignores_the_gradients_that_arrive(student):
    """An implementation that does not look at dh and dc is refused."""

    def ones(dh, dc, x, h_prev, c_prev, wx, wh, b):
        return tuple(np.ones_like(a) for a in (x, h_prev, c_prev, wx, wh, b))

    assert_true(not verdict(student, ones), "your test accepts gradients that depend on neither dh nor dc")


def test_refuses_a_cell_that_passes_everything_on(student):
    """An implementation that hands dh and dc on as they are is refused."""

    def passed_on(dh, dc, x, h_prev, c_prev, wx, wh, b):
        return (0 * x, dh.copy(), dc.copy(), *(0 * parameter for parameter in (wx, wh, b)))

    assert_true(not verdict(student, passed_on), "your test accepts dh and dc in the place of dh_prev and dc_prev")
