import numpy as np
import pytest

from autograder.suite import assert_close, check_ks, check_mean, definition, gradcheck, leaves_arguments, points


def draw(rng, n=9):
    """Parameters, and data around them; beta is far from 1, and from mu."""
    mu, beta = float(rng.uniform(-3, -1)), float(rng.uniform(1.6, 2.5))
    return mu, beta, mu + beta * rng.normal(size=n)


class TestDistribution:
    @leaves_arguments
    @points(2)
    def test_the_distribution_matches_the_definition(self, student, reference, rng):
        """cdf, log_pdf and sample are those of the definition, for arrays of any shape."""
        mu, beta, x = draw(rng, 12)
        theirs, mine = student.Gumbel(mu, beta), reference.Gumbel(mu, beta)
        for shape in ((12,), (3, 4)):
            assert_close(theirs.cdf(x.reshape(shape)), mine.cdf(x.reshape(shape)), "the cdf")
            assert_close(theirs.log_pdf(x.reshape(shape)), mine.log_pdf(x.reshape(shape)), "the logarithm of the density")
            u = rng.uniform(0.05, 0.95, size=shape)
            assert_close(theirs.sample(u), mine.sample(u), "the samples")

    @definition
    def test_sample_inverts_the_cdf(self, student, rng):
        """The cdf at sample(u) is u."""
        mu, beta, _ = draw(rng)
        u = rng.uniform(0.05, 0.95, size=7)
        found = student.Gumbel(mu, beta).sample(u)
        assert_close(np.exp(-np.exp(-(np.asarray(found) - mu) / beta)), u, "the true cdf at your samples")
        x = mu - beta * np.log(-np.log(u))
        assert_close(student.Gumbel(mu, beta).cdf(x), u, "your cdf at true samples")

    @definition
    def test_the_density_is_the_slope_of_the_cdf(self, student, rng):
        """Going a little to the right changes the cdf by the density times the way."""
        mu, beta, x = draw(rng)
        h = 1e-5
        slope = np.exp(-np.exp(-(x + h - mu) / beta)) - np.exp(-np.exp(-(x - h - mu) / beta))
        assert_close(np.exp(student.Gumbel(mu, beta).log_pdf(x)), slope / (2 * h), "the density", rtol=1e-6)

    def test_many_samples(self, student, rng):
        """20,000 samples have the mean mu + 0.577216 beta and the distribution of the definition."""
        mu, beta, _ = draw(rng)
        found = np.asarray(student.Gumbel(mu, beta).sample(rng.uniform(1e-12, 1 - 1e-12, size=20_000)))
        check_mean(found, mu + 0.5772156649 * beta, np.pi * beta / np.sqrt(6), "the samples", kurtosis=5.4)
        check_ks(found, lambda x: np.exp(-np.exp(-(x - mu) / beta)), "the samples")

    def test_a_small_scale(self, student, reference, rng):
        """A scale below 1 is a scale like any other, in the class and in the loss."""
        mu, beta = float(rng.normal()), float(rng.uniform(0.4, 0.8))
        x = mu + beta * rng.normal(size=6)
        assert_close(student.Gumbel(mu, beta).log_pdf(x), reference.Gumbel(mu, beta).log_pdf(x), "the logarithm of the density")
        for found, wanted in zip(student.gumbel_nll(x, mu, beta), reference.gumbel_nll(x, mu, beta), strict=True):
            assert_close(found, wanted, "the loss and its slopes")

    def test_by_hand(self, student):
        """mu = 1 and beta = 2 have the values that were worked out by hand."""
        g, x = student.Gumbel(1.0, 2.0), np.array([1.5])
        assert_close(g.cdf(x), np.array([0.458956]), "the cdf", atol=1e-6)
        assert_close(np.exp(g.log_pdf(x)), np.array([0.178718]), "the density", atol=1e-6)
        assert_close(g.sample(np.array([0.5])), np.array([1.733026]), "the sample", atol=1e-6)

    def test_a_scale_that_is_not_positive_is_refused(self, student, rng):
        """A beta of 0 or below raises ValueError, in the class and in the loss."""
        for beta in (0.0, -1.0):
            with pytest.raises(ValueError):
                student.Gumbel(0.0, beta)
            with pytest.raises(ValueError):
                student.gumbel_nll(rng.normal(size=3), 0.0, beta)

    def test_only_numbers_between_0_and_1_are_uniform_draws(self, student):
        """0, 1 and what lies beyond them are no uniform draws, and raise ValueError."""
        g = student.Gumbel(0.5, 1.5)
        for wrong in (0.0, 1.0, -0.2, 1.3):
            with pytest.raises(ValueError):
                g.sample(np.array([0.5, wrong]))


class TestLoss:
    @leaves_arguments
    @points(2)
    def test_the_loss_matches_the_definition(self, student, reference, rng):
        """Loss and slopes are those of the definition."""
        for n in (9, 1):
            mu, beta, x = draw(rng, n)
            for name, found, wanted in zip(
                ("nll", "dmu", "dbeta"), student.gumbel_nll(x, mu, beta), reference.gumbel_nll(x, mu, beta), strict=True
            ):
                assert_close(found, wanted, name)

    @definition
    def test_the_loss_is_minus_the_sum_of_the_logarithms(self, student, rng):
        """The loss is minus the sum of the logarithms of the densities, not their mean."""
        mu, beta, x = draw(rng)
        t = (x - mu) / beta
        density = np.exp(-t - np.exp(-t)) / beta
        assert_close(student.gumbel_nll(x, mu, beta)[0], float(-np.log(density).sum()), "nll")

    @points(2)
    def test_slopes_agree_with_differences(self, student, rng):
        """Moving mu or beta a little changes the true loss as the slopes say."""
        mu, beta, x = draw(rng)

        def forward(theta):
            t = (x - theta[0]) / theta[1]
            return np.sum(np.log(theta[1]) + t + np.exp(-t)), theta

        def backward(dout, theta):
            return dout * np.array([float(s) for s in student.gumbel_nll(x, float(theta[0]), float(theta[1]))[1:]])

        gradcheck(forward, backward, {"parameters": np.array([mu, beta])}, rng=rng)

    def test_the_loss_by_hand(self, student):
        """The data 0, 1, 2, 3 under mu = 1 and beta = 2: loss and slopes that were worked out by hand."""
        found = student.gumbel_nll(np.arange(4.0), 1.0, 2.0)
        for name, got, wanted in zip(("nll", "dmu", "dbeta"), found, (7.395720, -0.188434, 1.423392), strict=True):
            assert_close(got, wanted, name, atol=1e-6)


class TestFit:
    @leaves_arguments
    @points(2)
    def test_the_fit_matches_the_definition(self, student, reference, rng):
        """mu and beta are the most likely ones."""
        for n in (20, 3, 2):
            x = draw(rng, n)[2]
            for name, found, wanted in zip(("mu", "beta"), student.gumbel_mle(x), reference.gumbel_mle(x), strict=True):
                assert_close(found, wanted, name)

    def test_both_slopes_are_zero(self, student, reference, rng):
        """At the fit, the loss is flat in both directions."""
        x = draw(rng, 20)[2]
        mu, beta = (float(v) for v in student.gumbel_mle(x))
        _, dmu, dbeta = reference.gumbel_nll(x, mu, beta)
        assert_close(np.array([dmu, dbeta]), np.zeros(2), "the slopes at the fit", atol=1e-5)

    def test_units_do_not_matter(self, student, reference, rng):
        """Data in other units, a x + c with a > 0, have the fit a mu + c and a beta."""
        x = draw(rng, 15)[2]
        mu, beta = reference.gumbel_mle(x)
        found = student.gumbel_mle(2.5 * x - 7)
        assert_close(np.array([float(v) for v in found]), np.array([2.5 * mu - 7, 2.5 * beta]), "mu and beta", rtol=1e-7)

    def test_data_around_a_thousand(self, student, reference, rng):
        """Data far from 0 are fitted as well."""
        x = draw(rng, 15)[2]
        mu, beta = reference.gumbel_mle(x)
        for shift in (2000.0, -5000.0):
            found = student.gumbel_mle(x + shift)
            assert_close(np.array([float(v) for v in found]), np.array([mu + shift, beta]), "mu and beta", rtol=1e-7)

    def test_the_fit_by_hand(self, student):
        """The data 0, 1, 2, 3 have the fit that was worked out by hand."""
        mu, beta = student.gumbel_mle(np.arange(4.0))
        assert_close(mu, 0.944106, "mu", atol=1e-6)
        assert_close(beta, 0.995458, "beta", atol=1e-6)

    def test_parameters_are_found_again(self, student, rng):
        """From 4,000 samples the parameters come back, up to chance."""
        mu, beta, _ = draw(rng)
        x = mu - beta * np.log(-np.log(rng.uniform(1e-12, 1 - 1e-12, size=4_000)))
        found = np.array([float(v) for v in student.gumbel_mle(x)])
        # Standard errors of the fit are 1.053 beta / sqrt(n) and 0.780 beta / sqrt(n); six of the larger one.
        assert_close(found, np.array([mu, beta]), "mu and beta", rtol=0, atol=6 * 1.053 * beta / np.sqrt(4_000))

    def test_equal_data_are_refused(self, student):
        """Data that are all the same raise ValueError."""
        with pytest.raises(ValueError):
            student.gumbel_mle(np.full(5, 3.0))

    def test_a_tolerance_that_is_not_positive_is_refused(self, student, rng):
        """A tolerance of 0 or below raises ValueError."""
        for tol in (0.0, -1e-3):
            with pytest.raises(ValueError):
                student.gumbel_mle(rng.normal(size=6), tol)
