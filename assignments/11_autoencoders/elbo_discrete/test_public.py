import numpy as np

from autograder.suite import assert_close, assert_true


def test_keys(student):
    """The result is a dict with the five names."""
    found = student.elbo_discrete(np.array([0.5, 0.5]), np.array([0.3, 0.9]), np.array([0.2, 0.8]))
    names = {"log_px", "elbo", "recon", "kl_prior", "gap"}
    assert_true(isinstance(found, dict) and names <= set(found), "the names are not the five that are asked for")


def test_a_useless_x(student):
    """If x is equally likely under both classes, the posterior is the prior, and q = prior has no gap."""
    found = student.elbo_discrete(np.array([0.25, 0.75]), np.array([0.5, 0.5]), np.array([0.25, 0.75]))
    assert_close(found["log_px"], np.log(0.5), "log_px")
    assert_close(found["elbo"], np.log(0.5), "elbo")
    assert_close(found["gap"], 0.0, "gap", atol=1e-12)
