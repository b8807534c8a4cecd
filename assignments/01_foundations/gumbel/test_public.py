import numpy as np

from autograder.suite import assert_close

X = np.array([0.0, 1.0, 2.0, 3.0])


def test_the_distribution(student):
    """At 1.5, with mu = 1 and beta = 2: cdf 0.458956, density 0.178718; a uniform number of 1/2 becomes 1.733026."""
    g = student.Gumbel(1.0, 2.0)
    x = np.array([1.5])
    assert_close(g.cdf(x), np.array([0.458956]), "the cdf", atol=1e-6)
    assert_close(np.exp(g.log_pdf(x)), np.array([0.178718]), "the density", atol=1e-6)
    assert_close(g.sample(np.array([0.5])), np.array([1.733026]), "the sample", atol=1e-6)


def test_the_loss(student):
    """The data 0, 1, 2, 3 cost 7.395720 under mu = 1 and beta = 2."""
    nll, dmu, dbeta = student.gumbel_nll(X, 1.0, 2.0)
    assert_close(nll, 7.395720, "the loss", atol=1e-6)
    h = 1e-6
    assert_close(dmu, (student.gumbel_nll(X, 1 + h, 2.0)[0] - student.gumbel_nll(X, 1 - h, 2.0)[0]) / (2 * h), "dmu", rtol=1e-5)
    assert_close(
        dbeta, (student.gumbel_nll(X, 1.0, 2 + h)[0] - student.gumbel_nll(X, 1.0, 2 - h)[0]) / (2 * h), "dbeta", rtol=1e-5
    )


def test_the_fit(student):
    """The best fit to 0, 1, 2, 3 is mu = 0.944106 and beta = 0.995458."""
    mu, beta = student.gumbel_mle(X)
    assert_close(mu, 0.944106, "mu", atol=1e-6)
    assert_close(beta, 0.995458, "beta", atol=1e-6)
