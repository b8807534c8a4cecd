import numpy as np

from autograder.suite import accepts, assert_true


def test_refuses_zeros(student):
    """An implementation whose gradients are all 0 is refused."""

    def zeros(dout, x, gamma, beta, eps):
        return np.zeros_like(x), np.zeros_like(gamma), np.zeros_like(beta)

    assert_true(not accepts(student.test_batchnorm_backward, zeros), "your test accepts gradients that are all 0")


def test_refuses_what_ignores_dout(student):
    """An implementation that does not look at dout is refused."""

    def ones(dout, x, gamma, beta, eps):
        return np.ones_like(x), np.ones_like(gamma), np.ones_like(beta)

    assert_true(not accepts(student.test_batchnorm_backward, ones), "your test accepts gradients that do not depend on dout")


def test_refuses_dout_itself(student):
    """An implementation that hands dout back as dx is refused."""

    def passed_on(dout, x, gamma, beta, eps):
        return dout.copy(), dout.sum(axis=0), dout.sum(axis=0)

    assert_true(not accepts(student.test_batchnorm_backward, passed_on), "your test accepts dout in the place of dx")
