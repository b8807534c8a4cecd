import numpy as np

from autograder.suite import assert_close, assert_shape, exercise


@exercise("linear_beta_schedule")
class TestLinear:
    def test_shape(self, student):
        """One variance for each step."""
        assert_shape(student.linear_beta_schedule(7), (7,), "beta")

    def test_five_steps(self, student):
        """Five steps from 0.1 to 0.3 are 0.05 apart."""
        got = student.linear_beta_schedule(5, 0.1, 0.3)
        assert_close(got, np.array([0.1, 0.15, 0.2, 0.25, 0.3]), "beta")


@exercise("cosine_alpha_bar")
class TestCosine:
    def test_shapes(self, student):
        """Two arrays with one entry for each step."""
        alpha_bar, beta = student.cosine_alpha_bar(7)
        assert_shape(alpha_bar, (7,), "alpha_bar")
        assert_shape(beta, (7,), "beta")

    def test_two_steps_without_offset(self, student):
        """Two steps without an offset: the first leaves half of the variance, the second has the greatest beta allowed."""
        alpha_bar, beta = student.cosine_alpha_bar(2, 0.0, 0.9)
        assert_close(beta, np.array([0.5, 0.9]), "beta")
        assert_close(alpha_bar, np.array([0.5, 0.05]), "alpha_bar")
