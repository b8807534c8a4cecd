import numpy as np

from autograder.suite import assert_close, assert_true, leaves_arguments, points

N, K, D = 5, 3, 4


def draw(rng):
    """Means and log-variances, none near 0."""
    sign = rng.choice([-1.0, 1.0], size=(2, N, K))
    mu, logvar = sign * rng.uniform(0.3, 1.6, size=(2, N, K))
    return mu, logvar


def covariance(rng, d=D):
    """Well-conditioned, with correlations, and a determinant far from 1."""
    turn = np.linalg.qr(rng.normal(size=(d, d)))[0]
    return turn * rng.permutation(np.geomspace(0.3, 4.0, d)) @ turn.T * rng.choice([0.5, 2.0])


def points_like(mu, s):
    """2 d points whose mean is mu and whose covariance is s: the mean over them of anything quadratic is exact."""
    d = len(mu)
    offsets = np.sqrt(d) * np.linalg.cholesky(s).T
    return np.concatenate([mu + offsets, mu - offsets])


def pair(rng):
    """Two Gaussians whose means are 2 apart: at a variance of at most 8 that alone is a divergence of 1/4."""
    mu, step = rng.normal(size=(2, D))
    return mu, covariance(rng), mu + 2 * step / np.linalg.norm(step), covariance(rng)


def log_density(z, mu, s):
    away = z - mu
    quadratic = np.sum(away @ np.linalg.inv(s) * away, axis=1)
    return -0.5 * (quadratic + np.linalg.slogdet(2 * np.pi * s)[1])


class TestToTheStandardNormal:
    @points(2)
    def test_matches_the_closed_form(self, student, reference, rng):
        """The divergence of each row, its coordinates added up."""
        mu, logvar = draw(rng)
        expected = reference.kl_diag_gaussian_standard(mu, logvar)
        assert_close(student.kl_diag_gaussian_standard(mu, logvar), expected, "KL", sizes={"latent dimensions": K})

    @points(2)
    def test_table(self, student):
        """Five one-dimensional cases worked out by hand."""
        mu = np.array([[0.0], [1.0], [0.0], [1.0], [-0.5]])
        sigma = np.array([[1.0], [1.0], [2.0], [0.5], [1.5]])
        got = student.kl_diag_gaussian_standard(mu, 2 * np.log(sigma))
        assert_close(got, np.array([0.0, 0.5, 0.806853, 0.818147, 0.344535]), "KL", atol=1e-6)

    def test_two_coordinates(self, student):
        """Two cases with two coordinates worked out by hand."""
        mu, variance = np.array([[1.0, 0.0], [1.0, -0.5]]), np.array([[1.0, 4.0], [1.0, 0.25]])
        got = student.kl_diag_gaussian_standard(mu, np.log(variance))
        assert_close(got, np.array([1.306853, 0.943147]), "KL", atol=1e-6)

    def test_never_negative_and_zero_only_at_the_prior(self, student, rng):
        """KL is 0 for a standard normal, and positive for everything else."""
        mu, logvar = draw(rng)
        mu[0], logvar[0] = 0.0, 0.0
        mu[1], logvar[2] = 0.0, 0.0  # one of the two alone
        got = student.kl_diag_gaussian_standard(mu, logvar)
        assert_close(got[0], 0.0, "KL of the prior from itself", atol=1e-12)
        assert_true(np.all(got[1:] > 1e-3), "KL is not positive for another distribution than the prior")

    def test_mean_of_the_log_ratio(self, student, rng):
        """KL is the mean of ln q(z) - ln p(z) over codes that are distributed like q."""
        mu, logvar = draw(rng)
        got = student.kl_diag_gaussian_standard(mu, logvar)
        wanted = []
        for m, v in zip(mu, np.exp(logvar)):
            z = points_like(m, np.diag(v))
            wanted.append(np.mean(log_density(z, m, np.diag(v)) - log_density(z, np.zeros(K), np.eye(K))))
        assert_close(got, np.array(wanted), "KL")

    def test_slopes(self, student, rng):
        """A step of mu changes KL by mu times the step; a step of logvar by half of (variance - 1) times the step."""
        mu, logvar = draw(rng)
        kl = student.kl_diag_gaussian_standard
        h = 1e-5 * np.eye(K)[0]  # the first coordinate of every row
        by_mu = (np.asarray(kl(mu + h, logvar)) - kl(mu - h, logvar)) / 2e-5
        by_logvar = (np.asarray(kl(mu, logvar + h)) - kl(mu, logvar - h)) / 2e-5
        assert_close(by_mu, mu[:, 0], "the slope with respect to mu", atol=1e-7)
        assert_close(by_logvar, (np.exp(logvar[:, 0]) - 1) / 2, "the slope with respect to logvar", atol=1e-7)

    def test_coordinates_add_up(self, student, rng):
        """The divergence of two halves of a code is the divergence of the code."""
        mu, logvar = draw(rng)
        kl = student.kl_diag_gaussian_standard
        whole = kl(mu, logvar)
        assert_true(np.ptp(whole) > 1e-9, "KL is the same for all rows")
        parts = np.asarray(kl(mu[:, :1], logvar[:, :1])) + kl(mu[:, 1:], logvar[:, 1:])
        assert_close(whole, parts, "KL")


class TestBetweenTwo:
    @points(2)
    @leaves_arguments
    def test_matches_the_closed_form(self, student, reference, rng):
        """The divergence of two Gaussians with correlations."""
        given = pair(rng)
        assert_close(student.kl_gaussians(*given), reference.kl_gaussians(*given), "KL", sizes={"d": D})

    @points(2)
    def test_known_pair(self, student):
        """A pair in the plane, in either direction, has the divergence worked out by hand."""
        mu1, s1 = np.array([1.0, 0.0]), np.array([[2.0, 0.5], [0.5, 1.0]])
        mu2, s2 = np.array([0.0, 1.0]), np.diag([1.0, 2.0])
        assert_close(student.kl_gaussians(mu1, s1, mu2, s2), 1.0667657, "KL", atol=1e-6)
        assert_close(student.kl_gaussians(mu2, s2, mu1, s1), 1.5046629, "KL the other way round", atol=1e-6)

    def test_the_diagonal_case(self, student, rng):
        """With a diagonal covariance against the standard normal it is the sum of the one-dimensional formulas."""
        mu, variance = rng.normal(size=D), rng.permutation(np.array([0.2, 0.6, 1.7, 3.0]))
        got = student.kl_gaussians(mu, np.diag(variance), np.zeros(D), np.eye(D))
        assert_close(got, np.sum(mu**2 + variance - 1 - np.log(variance)) / 2, "KL")

    def test_no_change_by_a_common_affine_map(self, student, rng):
        """Measuring in other units and along other axes changes both Gaussians and not their divergence."""
        mu1, s1, mu2, s2 = pair(rng)
        a, b = covariance(rng) @ np.linalg.qr(rng.normal(size=(D, D)))[0], rng.normal(size=D)
        before = student.kl_gaussians(mu1, s1, mu2, s2)
        after = student.kl_gaussians(a @ mu1 + b, a @ s1 @ a.T, a @ mu2 + b, a @ s2 @ a.T)
        assert_true(np.asarray(before) > 0.1, "the divergence of two different Gaussians is not positive")
        assert_close(after, before, "KL after the map")

    def test_mean_of_the_log_ratio(self, student, rng):
        """KL is the mean of ln p1(z) - ln p2(z) over points that are distributed like the first."""
        mu1, s1, mu2, s2 = pair(rng)
        z = points_like(mu1, s1)
        wanted = np.mean(log_density(z, mu1, s1) - log_density(z, mu2, s2))
        assert_close(student.kl_gaussians(mu1, s1, mu2, s2), wanted, "KL")

    def test_zero_only_for_equal_gaussians(self, student, rng):
        """A Gaussian has divergence 0 from itself, and a positive one from any other."""
        mu, s = rng.normal(size=D), covariance(rng)
        assert_close(student.kl_gaussians(mu, s, mu, s), 0.0, "KL from itself", atol=1e-9)
        for other in ((mu + 0.5, s), (mu, 1.5 * s), (mu, s / 1.5)):
            got = student.kl_gaussians(mu, s, *other)
            assert_true(np.asarray(got) > 1e-3, "the divergence of two different Gaussians is not positive")

    def test_many_dimensions(self, student, rng):
        """In 200 dimensions, where determinants are too small or too large for a float, it works as well."""
        d = 200
        small, large = np.full(d, 1e-3), np.full(d, 1e3)
        turn = np.linalg.qr(rng.normal(size=(d, d)))[0]
        mu = rng.normal(size=d)
        for v1, v2 in ((small, 2 * small), (large, 3 * large)):
            got = student.kl_gaussians(mu, turn * v1 @ turn.T, mu, turn * v2 @ turn.T)
            ratio = v1 / v2
            assert_close(got, np.sum(ratio - 1 - np.log(ratio)) / 2, "KL")
