import numpy as np

from autograder.suite import assert_close, assert_true, check_mean, exercise, points


def cubic(z):
    return z**3 / 3 - z + 0.5


def cubic_slope(z):
    return z**2 - 1


def draw(rng, s=7):
    """mu and sigma away from 0 and 1, and noise with a mean that is not 0."""
    sigma = rng.choice([rng.uniform(0.3, 0.7), rng.uniform(1.6, 2.5)])
    return rng.uniform(0.5, 1.5), sigma, rng.normal(size=s) + 0.5


def batches(rng, count=20, size=50):
    """Noise for several estimates. Few enough for a student who calls f once for every draw."""
    return rng.normal(size=(count, size))


@exercise("pathwise_gradient")
class TestPathwise:
    @points(2)
    def test_estimate_for_given_noise(self, student, reference, rng):
        """For given noise both estimates are exactly those of the chain rule, sample by sample."""
        mu, sigma, eps = draw(rng)
        for slope in (cubic_slope, np.cos):
            right = reference.pathwise_gradient(slope, mu, sigma, eps)
            assert_close(student.pathwise_gradient(slope, mu, sigma, eps), right, "(dmu, dsigma)")

    def test_known_values(self, student):
        """A parabola and three draws worked out by hand come out right."""
        got = student.pathwise_gradient(lambda z: 2 * z, 1.0, 2.0, np.array([-1.0, 0.0, 1.0]))
        assert_close(got, (2.0, 8 / 3), "(dmu, dsigma)")

    def test_is_the_derivative_of_the_sample_mean(self, student, rng):
        """For fixed noise the estimates are the slopes of the mean of f(mu + sigma * eps) over the samples."""
        mu, sigma, eps = draw(rng)
        dmu, dsigma = student.pathwise_gradient(cubic_slope, mu, sigma, eps)

        def mean(m, s):
            return cubic(m + s * eps).mean()

        h = 1e-5
        assert_close(dmu, (mean(mu + h, sigma) - mean(mu - h, sigma)) / (2 * h), "dmu", rtol=1e-5, atol=1e-6)
        assert_close(dsigma, (mean(mu, sigma + h) - mean(mu, sigma - h)) / (2 * h), "dsigma", rtol=1e-5, atol=1e-6)

    @points(2)
    def test_unbiased_for_a_parabola(self, student, rng):
        """For f(z) = z^2 the estimates are right in expectation: 2 mu and 2 sigma."""
        mu, sigma = 0.8, 1.7
        found = [student.pathwise_gradient(lambda z: 2 * z, mu, sigma, batch) for batch in batches(rng)]
        dmu, dsigma = np.array([[float(a), float(b)] for a, b in found]).T
        # One draw: dmu has variance 4 sigma^2, and dsigma = 2 mu eps + 2 sigma eps^2 has 4 mu^2 + 8 sigma^2.
        check_mean(dmu, 2 * mu, 2 * sigma / np.sqrt(50), "the estimates of dmu")
        spread = np.sqrt((4 * mu**2 + 8 * sigma**2) / 50)
        check_mean(dsigma, 2 * sigma, spread, "the estimates of dsigma", skewness=0.4, kurtosis=3.25)

    def test_numbers_come_back(self, student):
        """Both estimates are single numbers, also for a single draw."""
        got = student.pathwise_gradient(lambda z: 4 * z, 0.5, 2.0, np.array([1.5]))
        assert_close(got, (14.0, 21.0), "(dmu, dsigma)")


@exercise("score_function_gradient")
class TestScore:
    @points(2)
    def test_estimate_for_given_noise(self, student, reference, rng):
        """For given noise both estimates are exactly the means of f times the score."""
        mu, sigma, eps = draw(rng)
        for f in (cubic, np.cos):
            right = reference.score_function_gradient(f, mu, sigma, eps)
            assert_close(student.score_function_gradient(f, mu, sigma, eps), right, "(dmu, dsigma)")

    def test_known_values(self, student):
        """A parabola and three draws worked out by hand come out right."""
        got = student.score_function_gradient(lambda z: z**2, 1.0, 2.0, np.array([-1.0, 0.0, 1.0]))
        assert_close(got, (4 / 3, -1 / 6), "(dmu, dsigma)")

    @points(2)
    def test_unbiased_for_a_step(self, student, rng):
        """For a step at mu, which has no useful derivative, dmu is the density there, and dsigma is 0, in expectation."""
        mu, sigma = 0.8, 1.7
        found = [
            student.score_function_gradient(lambda z: np.where(z > mu, 1.0, 0.0), mu, sigma, batch) for batch in batches(rng)
        ]
        dmu, dsigma = np.array([[float(a), float(b)] for a, b in found]).T
        # One draw: max(eps, 0) / sigma, and (eps^2 - 1) 1[eps > 0] / sigma.
        density = 1 / np.sqrt(2 * np.pi)
        spread = np.sqrt((0.5 - density**2) / 50) / sigma
        check_mean(dmu, density / sigma, spread, "the estimates of dmu", skewness=0.3, kurtosis=3.1)
        check_mean(dsigma, 0.0, 1 / sigma / np.sqrt(50), "the estimates of dsigma", skewness=0.6, kurtosis=3.6)

    def test_noisier_than_the_path(self, student, reference, rng):
        """For a parabola the estimates scatter more than the pathwise ones, but are larger or smaller, not all the same."""
        mu, sigma = 1.2, 0.8
        noise = batches(rng, count=100, size=8)
        score = np.array([float(student.score_function_gradient(lambda z: z**2, mu, sigma, eps)[0]) for eps in noise])
        path = np.array([reference.pathwise_gradient(lambda z: 2 * z, mu, sigma, eps)[0] for eps in noise])
        # Standard deviations of one draw: 5.7 and 1.6; the ratio is known to 12 %.
        assert_true(score.std() > 1.7 * path.std(), "dmu scatters less than an estimate without derivatives can")
