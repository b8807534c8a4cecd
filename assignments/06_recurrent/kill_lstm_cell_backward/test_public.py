import numpy as np

from autograder.suite import accepts, assert_true


def test_refuses_zeros(student):
    """An implementation whose gradients are all 0 is refused."""

    def zeros(dh, dc, x, h_prev, c_prev, wx, wh, b):
        return tuple(np.zeros_like(a) for a in (x, h_prev, c_prev, wx, wh, b))

    assert_true(not accepts(student.test_lstm_cell_backward, zeros), "your test accepts gradients that are all 0")


def test_refuses_what_ignores_the_gradients_that_arrive(student):
    """An implementation that does not look at dh and dc is refused."""

    def ones(dh, dc, x, h_prev, c_prev, wx, wh, b):
        return tuple(np.ones_like(a) for a in (x, h_prev, c_prev, wx, wh, b))

    assert_true(
        not accepts(student.test_lstm_cell_backward, ones), "your test accepts gradients that depend on neither dh nor dc"
    )


def test_refuses_a_cell_that_passes_everything_on(student):
    """An implementation that hands dh and dc on as they are is refused."""

    def passed_on(dh, dc, x, h_prev, c_prev, wx, wh, b):
        return (0 * x, dh.copy(), dc.copy(), *(0 * parameter for parameter in (wx, wh, b)))

    assert_true(
        not accepts(student.test_lstm_cell_backward, passed_on),
        "your test accepts dh and dc in the place of dh_prev and dc_prev",
    )
