import numpy as np

from autograder.suite import assert_close, assert_shape, exercise

BETA = np.array([0.5, 0.5])


@exercise("posterior_mean_variance")
class TestPosterior:
    def test_shapes(self, student, rng):
        """A mean for every entry, a variance for every sample."""
        x0, x_t = rng.normal(size=(2, 3, 4, 2))
        mean, variance = student.posterior_mean_variance(x0, x_t, np.array([1, 0, 1]), BETA)
        assert_shape(mean, (3, 4, 2), "mean")
        assert_shape(variance, (3,), "variance")

    def test_second_of_two_steps(self, student):
        """After two steps with beta = 1/2, the variance of the step back is 1/3."""
        _, variance = student.posterior_mean_variance(np.ones((1, 2)), np.ones((1, 2)), np.array([1]), BETA)
        assert_close(variance, np.array([1 / 3]), "variance")


@exercise("predict_x0_from_eps")
class TestDataFromNoise:
    def test_known_value(self, student):
        """0.6 times the data plus 0.8 times the noise: of 1.0 with noise 0.5, the data are 1."""
        got = student.predict_x0_from_eps(np.array([[1.0]]), np.array([[0.5]]), np.array([0]), np.array([0.36]))
        assert_close(got, np.array([[1.0]]), "x_0")


@exercise("mean_from_eps")
class TestMeanFromNoise:
    def test_without_noise(self, student):
        """If no noise is seen, the step back only undoes the scaling."""
        got = student.mean_from_eps(np.array([[3.0, 4.0]]), np.zeros((1, 2)), np.array([1]), np.array([0.1, 0.75]))
        assert_close(got, np.array([[6.0, 8.0]]), "the mean")
