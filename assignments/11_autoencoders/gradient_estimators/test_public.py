import numpy as np

from autograder.suite import assert_close, exercise


@exercise("pathwise_gradient")
class TestPathwise:
    def test_straight_line(self, student, rng):
        """For f(z) = 3 z the derivative is 3 everywhere: dmu is 3, and dsigma is 3 times the mean of the noise."""
        eps = np.array([1.0, 2.0, -0.5, 0.5])
        got = student.pathwise_gradient(lambda z: np.full_like(z, 3.0), 0.7, 2.0, eps)
        assert_close(got, (3.0, 2.25), "(dmu, dsigma)")


@exercise("score_function_gradient")
class TestScore:
    def test_two_opposite_draws_of_a_straight_line(self, student):
        """For f(z) = z, mu = 0 and sigma = 1, the draws -1 and 1 give dmu = 1 and dsigma = 0."""
        got = student.score_function_gradient(lambda z: z, 0.0, 1.0, np.array([-1.0, 1.0]))
        assert_close(got, (1.0, 0.0), "(dmu, dsigma)")
