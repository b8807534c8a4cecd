import numpy as np

from autograder.suite import assert_close, assert_shape


class TestSampled:
    def test_shape(self, student, rng):
        """One bound for each x."""
        assert_shape(student.elbo_mc(*rng.normal(size=(3, 5, 2))), (2,), "the bounds")

    def test_one_code(self, student):
        """One code with logarithms -3, -1 and -2 gives -2."""
        got = student.elbo_mc(np.array([[-3.0]]), np.array([[-1.0]]), np.array([[-2.0]]))
        assert_close(got, np.array([-2.0]), "the bound")


class TestHalfSampled:
    def test_shape(self, student, rng):
        """One bound for each x."""
        got = student.elbo_analytic_kl(rng.normal(size=(5, 2)), rng.normal(size=(2, 3)), rng.normal(size=(2, 3)))
        assert_shape(got, (2,), "the bounds")

    def test_q_is_the_prior(self, student):
        """Where q is the prior itself, the bound is the mean log-likelihood."""
        got = student.elbo_analytic_kl(np.array([[-3.0], [-5.0]]), np.zeros((1, 2)), np.zeros((1, 2)))
        assert_close(got, np.array([-4.0]), "the bound")
