import numpy as np

from autograder.suite import (
    assert_close,
    assert_leaves_arguments_alone,
    assert_true,
    leaves_arguments,
    points,
    signed,
)

N, D, T = 4, 3, 6


def schedule(rng):
    """Variances in no order, all of them different."""
    return rng.permutation(np.linspace(0.1, 0.45, T)) + rng.uniform(-0.02, 0.02, size=T)


def some_steps(rng, n=N):
    """A different step for every sample, the first and the last step of the schedule among them."""
    between = rng.permutation(np.arange(1, T - 1))[: n - 2]
    return rng.permutation(np.concatenate([[0, T - 1], between]))


def unrelated(rng, n):
    """Data and noise of n entries: both with mean square 1, and orthogonal."""
    return np.sqrt(n) * np.linalg.qr(rng.normal(size=(n, 2)))[0].T


class TestOneStep:
    @points(2)
    def test_matches_the_step(self, student, reference, rng):
        """Data and noise are mixed in the right shares, for points and for images."""
        for shape in ((N, D), (2, 3, 5, 4)):
            x_prev, noise, beta_i = signed(rng, shape), signed(rng, shape), rng.uniform(0.1, 0.4)
            wanted = reference.forward_diffusion_step(x_prev, beta_i, noise)
            assert_close(student.forward_diffusion_step(x_prev, beta_i, noise), wanted, "x_t")

    def test_variance_one_stays_one(self, student, rng):
        """Data of variance 1 and noise that has nothing to do with them give variance 1 again, whatever beta."""
        x_prev, noise = unrelated(rng, 8)
        for beta_i in rng.uniform(0.05, 0.95, size=3):
            x_t = np.asarray(student.forward_diffusion_step(x_prev, beta_i, noise))
            assert_close(np.mean(x_t**2), 1.0, "the mean square of x_t")
            assert_true(not np.allclose(x_t, x_prev), "a step leaves the data as they were")

    def test_noise_has_variance_beta(self, student, rng):
        """Started at 0, a step gives noise of variance beta."""
        noise, beta_i = unrelated(rng, 8)[1], rng.uniform(0.1, 0.4)
        x_t = np.asarray(student.forward_diffusion_step(np.zeros(8), beta_i, noise))
        assert_close(np.mean(x_t**2), beta_i, "the variance of the noise")

    def test_data_shrink_without_noise(self, student, rng):
        """Where the noise happens to be 0, the variance of the data shrinks to 1 - beta of what it was."""
        x_prev, beta_i = signed(rng, (N, D)), rng.uniform(0.1, 0.4)
        x_t = np.asarray(student.forward_diffusion_step(x_prev, beta_i, np.zeros((N, D))))
        assert_close((x_t / x_prev) ** 2, np.full((N, D), 1 - beta_i), "the square of x_t / x_prev")

    def test_arguments_are_left_alone(self, student, reference, rng):
        """x_t is right, and neither the data nor the noise is overwritten."""
        x_prev, noise = signed(rng, (2, N, D))
        x_t = assert_leaves_arguments_alone(student.forward_diffusion_step, x_prev, 0.3, noise)
        assert_close(x_t, reference.forward_diffusion_step(x_prev, 0.3, noise), "x_t")


class TestManySteps:
    @points(2)
    @leaves_arguments
    def test_matches_the_closed_form(self, student, reference, rng):
        """Points after steps of their own."""
        alpha_bar, i = np.cumprod(1 - schedule(rng)), some_steps(rng)
        x0, noise = signed(rng, (2, N, D))
        assert_close(student.q_sample(x0, i, alpha_bar, noise), reference.q_sample(x0, i, alpha_bar, noise), "x_t")

    @points(2)
    def test_images_and_numbers(self, student, reference, rng):
        """Samples may be images, numbers, or as long as there are samples; each keeps its own step."""
        alpha_bar, i = np.cumprod(1 - schedule(rng)), some_steps(rng)
        for shape in ((N, 2, 3, 5), (N,), (N, N)):
            x0, noise = signed(rng, (2, *shape))
            wanted = reference.q_sample(x0, i, alpha_bar, noise)
            assert_close(student.q_sample(x0, i, alpha_bar, noise), wanted, f"x_t of shape {shape}")

    def test_known_value(self, student):
        """The number 1 with noise 0.5 after 500 of 1000 linear steps, as worked out beforehand."""
        alpha_bar = np.cumprod(1 - np.linspace(1e-4, 0.02, 1000))
        got = student.q_sample(np.ones((2, 1)), np.array([499, 0]), alpha_bar, np.full((2, 1), 0.5))
        assert_close(got[0], np.array([0.76028540]), "x_t", atol=1e-7)

    def test_each_sample_has_its_own_step(self, student, rng):
        """A sample comes out of a batch as it would alone."""
        alpha_bar, i = np.cumprod(1 - schedule(rng)), some_steps(rng)
        x0, noise = signed(rng, (2, N, D))
        together = student.q_sample(x0, i, alpha_bar, noise)
        for n in range(N):
            alone = student.q_sample(x0[n : n + 1], i[n : n + 1], alpha_bar, noise[n : n + 1])
            assert_close(together[n : n + 1], alone, "x_t of a sample in a batch")

    def test_variance_one_stays_one(self, student, rng):
        """Data of variance 1 and noise that has nothing to do with them give variance 1 after any step."""
        x0, noise = unrelated(rng, 8)
        i = some_steps(rng)
        x_t = student.q_sample(np.tile(x0, (N, 1)), i, np.cumprod(1 - schedule(rng)), np.tile(noise, (N, 1)))
        assert_close(np.mean(np.asarray(x_t) ** 2, axis=1), np.ones(N), "the mean square of x_t")
        assert_true(np.ptp(np.asarray(x_t) @ x0) > 1e-9, "all steps leave the same share of the data")

    def test_jump_equals_the_steps_one_by_one(self, student, rng):
        """One jump has the mean and the variance of all the steps up to there, done one after the other."""
        beta = schedule(rng)
        i, kept, variance = np.arange(T), [], []
        mean, spread = 1.0, 0.0
        for b in beta:
            mean, spread = np.sqrt(1 - b) * mean, (1 - b) * spread + b
            kept.append(mean)
            variance.append(spread)
        x0, noise = np.ones((T, 1)), np.ones((T, 1))
        of_data = student.q_sample(x0, i, np.cumprod(1 - beta), 0 * noise)
        of_noise = np.asarray(student.q_sample(0 * x0, i, np.cumprod(1 - beta), noise))
        assert_close(of_data, np.array(kept)[:, None], "the mean after every step")
        assert_close(of_noise**2, np.array(variance)[:, None], "the variance after every step")
