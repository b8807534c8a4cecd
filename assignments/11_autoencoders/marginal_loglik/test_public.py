import numpy as np

from autograder.suite import assert_close, assert_shape


def test_shape(student, rng):
    """One estimate for each x."""
    assert_shape(student.marginal_loglik_mc(rng.normal(size=(5, 3))), (3,), "the estimates")


def test_mean_of_two(student):
    """Likelihoods of 0.2 and 0.4 give 0.3."""
    got = student.marginal_loglik_mc(np.log([[0.2], [0.4]]))
    assert_close(got, np.log([0.3]), "the estimate")
