import numpy as np

from autograder.suite import assert_close, assert_shape


class TestToTheStandardNormal:
    def test_shape(self, student, rng):
        """One number for each row."""
        got = student.kl_diag_gaussian_standard(rng.normal(size=(4, 3)), rng.normal(size=(4, 3)))
        assert_shape(got, (4,), "KL")

    def test_the_prior_itself(self, student):
        """The standard normal has divergence 0 from itself, and a mean of 3 in one coordinate costs 4.5."""
        got = student.kl_diag_gaussian_standard(np.array([[0.0, 0.0], [0.0, 3.0]]), np.zeros((2, 2)))
        assert_close(got, np.array([0.0, 4.5]), "KL")


class TestBetweenTwo:
    def test_moved_apart(self, student):
        """Two Gaussians with unit covariance, 5 apart: 12.5."""
        got = student.kl_gaussians(np.zeros(2), np.eye(2), np.array([3.0, 4.0]), np.eye(2))
        assert_close(got, 12.5, "KL")

    def test_the_same(self, student):
        """From itself a Gaussian does not diverge: 0."""
        mu, s = np.array([1.0, -2.0]), np.array([[2.0, 0.5], [0.5, 1.0]])
        assert_close(student.kl_gaussians(mu, s, mu, s), 0.0, "KL", atol=1e-12)
