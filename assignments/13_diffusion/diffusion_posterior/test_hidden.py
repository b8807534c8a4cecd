import numpy as np

from autograder.suite import assert_between, assert_close, assert_true, exercise, points

N, D, T = 4, 3, 6
USUAL = np.linspace(1e-4, 0.02, 1000)


def signed(rng, shape):
    """No entry near 0."""
    return rng.choice([-1.0, 1.0], size=shape) * rng.uniform(0.4, 1.8, size=shape)


def schedule(rng):
    """Variances in no order, all of them different."""
    return rng.permutation(np.linspace(0.1, 0.45, T)) + rng.uniform(-0.02, 0.02, size=T)


def some_steps(rng, first=0):
    """A different step for every sample, the last of the schedule among them and the one with index `first`."""
    between = rng.permutation(np.arange(first + 1, T - 1))[: N - 2]
    return rng.permutation(np.concatenate([[first, T - 1], between]))


def column(values):
    return np.asarray(values)[:, None]


def product_of_gaussians(x0, x_t, i, beta):
    """Mean and variance of x_{t-1} by Bayes: N(x_t; sqrt(alpha) x, beta) times N(x; sqrt(alpha_bar_{t-1}) x0, ...)."""
    before = np.cumprod(1 - beta)[i - 1]
    keep = 1 - beta[i]
    precision = keep / beta[i] + 1 / (1 - before)
    pull = column(np.sqrt(keep) / beta[i]) * x_t + column(np.sqrt(before) / (1 - before)) * x0
    return pull / column(precision), 1 / precision


@exercise("posterior_mean_variance")
class TestPosterior:
    @points(2)
    def test_mean_matches_the_closed_form(self, student, reference, rng):
        """The mean for points and for images, every sample at a step of its own."""
        i, beta = some_steps(rng), schedule(rng)
        for shape in ((N, D), (N, 2, 3, 5), (N, N)):
            x0, x_t = signed(rng, (2, *shape))
            mean, _ = student.posterior_mean_variance(x0, x_t, i, beta)
            assert_close(mean, reference.posterior_mean_variance(x0, x_t, i, beta)[0], "the mean")

    def test_variance_matches_the_closed_form(self, student, reference, rng):
        """The variance, one number for each sample, also where samples are images."""
        i, beta = some_steps(rng), schedule(rng)
        for shape in ((N, D), (N, 2, 3, 5)):
            x0, x_t = signed(rng, (2, *shape))
            _, variance = student.posterior_mean_variance(x0, x_t, i, beta)
            assert_close(variance, reference.posterior_mean_variance(x0, x_t, i, beta)[1], "the variance")

    @points(2)
    def test_product_of_two_gaussians(self, student, rng):
        """Bayes: what the data say about x_{t-1}, times what x_t says about it, is the posterior."""
        i, beta = some_steps(rng, first=1), schedule(rng)
        x0, x_t = signed(rng, (2, N, D))
        mean, variance = student.posterior_mean_variance(x0, x_t, i, beta)
        wanted_mean, wanted_variance = product_of_gaussians(x0, x_t, i, beta)
        assert_close(mean, wanted_mean, "the mean")
        assert_close(variance, wanted_variance, "the variance")

    def test_known_coefficients(self, student):
        """The shares of the data and of x_t at four of 1000 linear steps."""
        i = np.array([1, 2, 500, 1000]) - 1
        one, zero = np.ones((4, 1)), np.zeros((4, 1))
        of_x0, _ = student.posterior_mean_variance(one, zero, i, USUAL)
        of_x_t, _ = student.posterior_mean_variance(zero, one, i, USUAL)
        assert_close(of_x0, column([1, 0.5452915, 0.00307007, 1.283515e-4]), "the share of x_0", atol=1e-8)
        assert_close(of_x_t, column([0, 0.4547085, 0.99410667, 0.98994868]), "the share of x_t", atol=1e-8)

    def test_known_variances(self, student):
        """The variance at four of 1000 linear steps."""
        one = np.ones((4, 1))
        _, variance = student.posterior_mean_variance(one, one, np.array([1, 2, 500, 1000]) - 1, USUAL)
        wanted = np.array([0, 5.453188e-5, 0.01003136, 0.01999998])
        assert_close(variance, wanted, "the variance", atol=1e-8)
        assert_close(1e5 * variance[1], 5.453188, "the variance at t = 2, times 100000", rtol=1e-6)

    def test_before_the_first_step_stands_the_data(self, student, rng):
        """The step back from t = 1 leads to the data, without any doubt."""
        x0, x_t = signed(rng, (2, N, D))
        mean, variance = student.posterior_mean_variance(x0, x_t, np.zeros(N, dtype=int), schedule(rng))
        assert_close(mean, x0, "the mean")
        assert_close(variance, np.zeros(N), "the variance", atol=1e-12)

    def test_knowing_the_data_makes_it_more_certain(self, student, rng):
        """Except at the first step the variance is positive, and smaller than the noise of the step."""
        i, beta = some_steps(rng, first=1), schedule(rng)
        _, variance = student.posterior_mean_variance(*signed(rng, (2, N, D)), i, beta)
        assert_between(variance / beta[i], 1e-6, 1 - 1e-6, "the variance, divided by beta")

    def test_steps_back_undo_steps_forth(self, student, rng):
        """If x_t comes from the data by the forward process, x_{t-1} drawn backwards is again as the forward process has it."""
        i, beta = some_steps(rng, first=1), schedule(rng)
        alpha_bar = np.cumprod(1 - beta)
        one, zero = np.ones((N, 1)), np.zeros((N, 1))
        along, variance = student.posterior_mean_variance(one, column(np.sqrt(alpha_bar[i])), i, beta)
        of_x_t, _ = student.posterior_mean_variance(zero, one, i, beta)
        assert_close(along, column(np.sqrt(alpha_bar[i - 1])), "the mean over all x_t")
        spread = np.asarray(of_x_t)[:, 0] ** 2 * (1 - alpha_bar[i]) + variance
        assert_close(spread, 1 - alpha_bar[i - 1], "the variance over all x_t")


@exercise("predict_x0_from_eps")
class TestDataFromNoise:
    @points(2)
    def test_matches_the_formula(self, student, reference, rng):
        """The data behind points and images, every sample at a step of its own."""
        i, alpha_bar = some_steps(rng), np.cumprod(1 - schedule(rng))
        for shape in ((N, D), (N, 2, 3, 5), (N, N)):
            x_t, eps = signed(rng, (2, *shape))
            wanted = reference.predict_x0_from_eps(x_t, eps, i, alpha_bar)
            assert_close(student.predict_x0_from_eps(x_t, eps, i, alpha_bar), wanted, "x_0")

    @points(2)
    def test_true_noise_gives_the_data_back(self, student, rng):
        """Noised by the forward process and told the true noise, it returns the data."""
        i, alpha_bar = some_steps(rng), np.cumprod(1 - schedule(rng))
        x0, eps = signed(rng, (2, N, D))
        x_t = column(np.sqrt(alpha_bar[i])) * x0 + column(np.sqrt(1 - alpha_bar[i])) * eps
        assert_close(student.predict_x0_from_eps(x_t, eps, i, alpha_bar), x0, "x_0")

    def test_known_value(self, student):
        """The number 1 after 500 of 1000 linear steps, with noise 0.5 in it."""
        alpha_bar = np.cumprod(1 - USUAL)
        got = student.predict_x0_from_eps(np.ones((2, 1)), np.full((2, 1), 0.5), np.array([499, 9]), alpha_bar)
        assert_close(got[0], np.array([1.85510306]), "x_0", atol=1e-7)

    def test_without_noise_only_the_scaling_is_undone(self, student, rng):
        """If there is no noise in x_t, the data are x_t in their old size."""
        i, alpha_bar = some_steps(rng), np.cumprod(1 - schedule(rng))
        x_t = signed(rng, (N, D))
        got = np.asarray(student.predict_x0_from_eps(x_t, np.zeros((N, D)), i, alpha_bar))
        assert_close((x_t / got) ** 2, np.tile(column(alpha_bar[i]), D), "the square of x_t / x_0")

    def test_a_wrong_guess_counts_more_at_late_steps(self, student, rng):
        """The same error in the noise moves the data by the root of noise over signal, more and more with every step."""
        alpha_bar = np.cumprod(1 - schedule(rng))
        x_t, i = np.ones((T, 1)), np.arange(T)
        right = np.asarray(student.predict_x0_from_eps(x_t, 0 * x_t, i, alpha_bar))
        moved = (right - student.predict_x0_from_eps(x_t, 0.1 * x_t, i, alpha_bar))[:, 0]
        assert_true(np.all(np.diff(moved) > 0) and moved[0] > 0, "a late error does not count more than an early one")
        assert_close(moved**2, 0.01 * (1 - alpha_bar) / alpha_bar, "the square of the error in x_0")


@exercise("mean_from_eps")
class TestMeanFromNoise:
    @points(2)
    def test_matches_the_formula(self, student, reference, rng):
        """The mean of the step back for points and images, every sample at a step of its own."""
        i, beta = some_steps(rng), schedule(rng)
        for shape in ((N, D), (N, 2, 3, 5), (N, N)):
            x_t, eps = signed(rng, (2, *shape))
            wanted = reference.mean_from_eps(x_t, eps, i, beta)
            assert_close(student.mean_from_eps(x_t, eps, i, beta), wanted, "the mean")

    @points(2)
    def test_posterior_of_the_data_it_stands_for(self, student, rng):
        """It is the mean of the posterior at the data that the predicted noise stands for."""
        i, beta = some_steps(rng, first=1), schedule(rng)
        alpha_bar = np.cumprod(1 - beta)
        x_t, eps = signed(rng, (2, N, D))
        x0 = (x_t - column(np.sqrt(1 - alpha_bar[i])) * eps) / column(np.sqrt(alpha_bar[i]))
        wanted, _ = product_of_gaussians(x0, x_t, i, beta)
        assert_close(student.mean_from_eps(x_t, eps, i, beta), wanted, "the mean")

    def test_known_value(self, student):
        """The number 1 after 500 of 1000 linear steps, with noise 0.5 in it."""
        got = student.mean_from_eps(np.ones((2, 1)), np.full((2, 1), 0.5), np.array([499, 9]), USUAL)
        assert_close(got[0], np.array([0.99980197]), "the mean", atol=1e-8)

    def test_first_step_leads_to_the_data(self, student, rng):
        """At t = 1, the true noise leads back to the data."""
        beta = schedule(rng)
        x0, eps = signed(rng, (2, N, D))
        x_t = np.sqrt(1 - beta[0]) * x0 + np.sqrt(beta[0]) * eps
        got = student.mean_from_eps(x_t, eps, np.zeros(N, dtype=int), beta)
        assert_close(got, x0, "the mean")

    def test_true_noise_on_average(self, student, rng):
        """With the true noise, the mean keeps of the data what the forward process keeps of them one step earlier."""
        i, beta = some_steps(rng, first=1), schedule(rng)
        alpha_bar = np.cumprod(1 - beta)
        x0, eps = signed(rng, (2, N, D))
        signal, noise = column(np.sqrt(alpha_bar[i])) * x0, column(np.sqrt(1 - alpha_bar[i])) * eps
        got = np.asarray(student.mean_from_eps(signal + noise, eps, i, beta))
        mirrored = student.mean_from_eps(signal - noise, -eps, i, beta)
        assert_close(
            (got + mirrored) / 2,
            column(np.sqrt(alpha_bar[i - 1])) * x0,
            "the mean over noise and its mirror image",
        )
        assert_true(np.all(np.abs(got - mirrored) > 1e-6), "the noise makes no difference")

    def test_noise_left_after_the_step(self, student, rng):
        """With the true noise, a step back takes out a part of it: some is left, less than there was before the step forth."""
        i, beta = some_steps(rng, first=1), schedule(rng)
        alpha_bar = np.cumprod(1 - beta)
        noise = np.ones((N, 1))
        got = student.mean_from_eps(column(np.sqrt(1 - alpha_bar[i])) * noise, noise, i, beta)
        assert_between(
            np.asarray(got)[:, 0] / np.sqrt(1 - alpha_bar[i - 1]),
            1e-6,
            1 - 1e-6,
            "the noise left, against before the step",
        )
