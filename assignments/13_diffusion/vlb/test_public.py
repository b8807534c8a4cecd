import numpy as np
import pytest

from autograder.suite import assert_close, assert_shape

BETA = np.array([0.2, 0.3, 0.4])


def test_shape(student, rng):
    """One number for each sample, images included."""
    x0, x_t, eps = rng.normal(size=(3, 2, 1, 4, 3))
    assert_shape(student.vlb_term(x0, x_t, eps, np.array([1, 2]), BETA, "beta"), (2,), "KL")


def test_perfect_prediction(student, rng):
    """A net that knows the noise makes the right step: the divergence is 0."""
    x0, eps = rng.normal(size=(2, 1, 3))
    kept = 0.8 * 0.7
    x_t = kept**0.5 * x0 + (1 - kept) ** 0.5 * eps
    got = student.vlb_term(x0, x_t, eps, np.array([1]), BETA, "posterior")
    assert_close(got, np.zeros(1), "KL", atol=1e-12)


def test_first_step_is_refused(student):
    """The first step has no such term."""
    with pytest.raises(ValueError):
        student.vlb_term(np.ones((1, 2)), np.ones((1, 2)), np.ones((1, 2)), np.array([0]), BETA, "beta")
