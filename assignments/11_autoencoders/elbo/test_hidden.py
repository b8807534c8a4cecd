from dataclasses import dataclass

import numpy as np

from autograder.suite import assert_close, assert_true, leaves_arguments, points

N, K, D, S = 4, 2, 3, 5


def log_normal(x, mean, cov):
    """ln N(x; mean, cov) over the last axis."""
    away = x - mean
    quadratic = np.sum(away @ np.linalg.inv(cov) * away, axis=-1)
    return -0.5 * (quadratic + np.linalg.slogdet(2 * np.pi * np.asarray(cov))[1])


@dataclass
class Toy:
    """x = z w + b + noise of variance s2, z standard normal: here everything is known."""

    x: np.ndarray
    w: np.ndarray
    b: np.ndarray
    s2: float

    def log_px(self):
        return log_normal(self.x, self.b, self.w.T @ self.w + self.s2 * np.eye(len(self.b)))

    def posterior(self):
        """Means (N, k) and the covariance, which is the same for all x."""
        cov = np.linalg.inv(np.eye(len(self.w)) + self.w @ self.w.T / self.s2)
        return (self.x - self.b) @ self.w.T @ cov / self.s2, cov

    def log_px_z(self, z):
        return log_normal(self.x, z @ self.w + self.b, self.s2 * np.eye(len(self.b)))

    def terms(self, z, mean, variances):
        """The three logarithms at codes z (S, N, k), for q normal with these means and variances (N, k)."""
        log_q = -0.5 * np.sum((z - mean) ** 2 / variances + np.log(2 * np.pi * variances), axis=-1)
        return self.log_px_z(z), log_normal(z, np.zeros(z.shape[-1]), np.eye(z.shape[-1])), log_q

    def bound(self, mean, variances):
        """ln p(x) less the divergence of q from the posterior."""
        centre, cov = self.posterior()
        inverse, away = np.linalg.inv(cov), mean - centre
        kl = np.sum(np.diag(inverse) * variances, axis=1) + np.sum(away @ inverse * away, axis=1) - len(cov)
        return self.log_px() - 0.5 * (kl + np.linalg.slogdet(cov)[1] - np.log(variances).sum(axis=1))


def toy(rng):
    w = rng.normal(size=(K, D))
    x = rng.normal(size=(N, K)) @ w + 0.7 * rng.normal(size=(N, D)) + 1.0
    return Toy(x, w, np.full(D, 1.0), 0.5)


def guess(rng):
    """A q for every x that is clearly not the posterior: means and variances."""
    return rng.normal(size=(N, K)), rng.permutation(np.resize([0.3, 0.5, 1.8, 2.5], N * K)).reshape(N, K)


def even_codes(mean, variances):
    """2 k codes for each x with the mean and the covariance of q: over them, the mean of anything quadratic is exact."""
    offsets = np.sqrt(K) * np.eye(K)[:, None, :] * np.sqrt(variances)
    return np.concatenate([mean + offsets, mean - offsets])


def kl_to_prior(mean, variances):
    return 0.5 * np.sum(mean**2 + variances - 1 - np.log(variances), axis=1)


class TestSampled:
    @points(2)
    def test_mean_over_the_codes(self, student, reference, rng):
        """The three logarithms are put together with their signs and averaged over the codes."""
        logs = rng.normal(size=(3, S, N)) * 2 - 1
        assert_close(student.elbo_mc(*logs), reference.elbo_mc(*logs), "the bounds", sizes={"codes": S})

    @points(2)
    def test_at_the_posterior_every_code_gives_the_evidence(self, student, rng):
        """If q is the posterior, there is no gap and no noise: one code, or any few, give ln p(x) exactly."""
        model = toy(rng)
        centre, cov = model.posterior()
        for s in (1, S):
            z = centre + rng.normal(size=(s, N, K)) @ np.linalg.cholesky(cov).T
            prior = log_normal(z, np.zeros(K), np.eye(K))
            got = student.elbo_mc(model.log_px_z(z), prior, log_normal(z, centre, cov))
            assert_close(got, model.log_px(), "the bounds", rtol=1e-9)

    @points(2)
    def test_the_gap_is_the_divergence_from_the_posterior(self, student, rng):
        """For any other q the mean of the bound is ln p(x) less the divergence of q from the posterior."""
        model, q = toy(rng), guess(rng)
        got = student.elbo_mc(*model.terms(even_codes(*q), *q))
        assert_close(got, model.bound(*q), "the bounds")
        assert_true(np.all(np.asarray(got) < model.log_px()), "a bound is not below the evidence")

    def test_known_toy(self, student):
        """One sample in the plane, with q the posterior and with q the prior, as worked out by hand."""
        model = Toy(np.array([[1.0, 1.0]]), np.array([[1.0, 2.0]]), np.array([0.5, 0.0]), 0.5)
        z = np.array([[[1.0]], [[-1.0]]])  # mean 0 and variance 1
        for mean, variance, wanted in ((0.454545454, 0.090909090, -2.457314), (0.0, 1.0, -7.394730)):
            q = np.array([[mean]]), np.array([[variance]])
            got = student.elbo_mc(*model.terms(mean + np.sqrt(variance) * z, *q))
            assert_close(got, np.array([wanted]), "the bound", atol=2e-6, rtol=1e-7)

    def test_each_code_counts_the_same(self, student, rng):
        """Taking every code twice changes nothing; the bound of two halves is the mean of their bounds."""
        logs = rng.normal(size=(3, 4, N)) * 2 - 1
        whole = student.elbo_mc(*logs)
        assert_true(np.ptp(np.asarray(whole)) > 1e-9, "the bounds are the same for all x")
        assert_close(student.elbo_mc(*np.concatenate([logs, logs], axis=1)), whole, "the bounds of doubled codes")
        halves = np.asarray(student.elbo_mc(*logs[:, :2])) + student.elbo_mc(*logs[:, 2:])
        assert_close(halves / 2, whole, "the mean of the bounds of two halves")

    def test_samples_do_not_mix(self, student, reference, rng):
        """With as many codes as samples, the mean still runs over the codes."""
        logs = rng.normal(size=(3, N, N)) * 2 + np.arange(N)
        assert_close(student.elbo_mc(*logs), reference.elbo_mc(*logs), "the bounds")


class TestHalfSampled:
    @points(2)
    @leaves_arguments
    def test_mean_likelihood_less_divergence(self, student, reference, rng):
        """The mean log-likelihood over the codes, less the divergence of q from the prior."""
        mean, variances = guess(rng)
        given = rng.normal(size=(S, N)) * 2 - 3, mean, np.log(variances)
        expected = reference.elbo_analytic_kl(*given)
        assert_close(student.elbo_analytic_kl(*given), expected, "the bounds", sizes={"codes": S})

    @points(2)
    def test_exact_in_the_linear_gaussian_model(self, student, rng):
        """In the linear-Gaussian model, the mean of the bound is ln p(x) less the divergence of q from the posterior."""
        model, (mean, variances) = toy(rng), guess(rng)
        got = student.elbo_analytic_kl(model.log_px_z(even_codes(mean, variances)), mean, np.log(variances))
        assert_close(got, model.bound(mean, variances), "the bounds")
        assert_true(np.all(np.asarray(got) < model.log_px()), "a bound is not below the evidence")

    def test_the_same_mean_as_the_sampled_form(self, student, rng):
        """Over codes with the mean and covariance of q, it is what the form that samples everything gives."""
        model, (mean, variances) = toy(rng), guess(rng)
        log_px_z, log_pz, log_qz = model.terms(even_codes(mean, variances), mean, variances)
        got = student.elbo_analytic_kl(log_px_z, mean, np.log(variances))
        assert_close(got, np.mean(log_px_z + log_pz - log_qz, axis=0), "the bounds")

    def test_the_divergence_has_no_noise(self, student, rng):
        """Where the likelihood is the same for all codes, the bound is the same for any number of them."""
        mean, variances = guess(rng)
        level = rng.normal(size=N)
        for s in (1, 3):
            got = student.elbo_analytic_kl(np.tile(level, (s, 1)), mean, np.log(variances))
            assert_close(got, level - kl_to_prior(mean, variances), "the bounds")

    def test_known_toy(self, student):
        """One sample in the plane, with q the prior and with q the posterior, as worked out by hand."""
        model = Toy(np.array([[1.0, 1.0]]), np.array([[1.0, 2.0]]), np.array([0.5, 0.0]), 0.5)
        z = np.array([[[1.0]], [[-1.0]]])
        got = student.elbo_analytic_kl(model.log_px_z(z), np.zeros((1, 1)), np.zeros((1, 1)))
        assert_close(got, np.array([-7.394730]), "the bound", atol=1e-6)
        mean, variance = 0.454545454, 0.090909090
        codes = mean + np.sqrt(variance) * z
        got = student.elbo_analytic_kl(model.log_px_z(codes), np.full((1, 1), mean), np.full((1, 1), np.log(variance)))
        assert_close(got, np.array([-2.457314]), "the bound at the posterior", atol=2e-6)

    def test_a_wider_code_costs_more(self, student, rng):
        """Code units that repeat others add their divergence once more."""
        mean, variances = guess(rng)
        likelihoods, logvar = rng.normal(size=(S, N)), np.log(variances)
        got = student.elbo_analytic_kl(likelihoods, mean, logvar)
        wide = student.elbo_analytic_kl(likelihoods, np.tile(mean, 2), np.tile(logvar, 2))
        assert_close(np.asarray(got) - wide, kl_to_prior(mean, variances), "the difference of the bounds")
