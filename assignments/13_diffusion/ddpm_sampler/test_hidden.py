import itertools

import numpy as np

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_shape,
    assert_true,
    exercise,
    load_given,
    points,
)

AXES = ("sample", "row", "column")
BOTH = ("beta", "posterior")
LINEAR = np.linspace(1e-4, 0.02, 1000)


def schedule(rng, steps):
    """Variances between 0.05 and 0.4, in no order: every index has its own."""
    return rng.permutation(np.linspace(0.05, 0.4, steps)) * rng.uniform(0.9, 1.1, size=steps)


def shares(beta):
    """alpha_bar, and alpha_bar one step before."""
    alpha_bar = np.cumprod(1 - beta)
    return alpha_bar, np.append(1.0, alpha_bar[:-1])


def sigmas(beta, variance):
    """The spread of the noise of every step."""
    alpha_bar, before = shares(beta)
    sigma2 = beta if variance == "beta" else beta * (1 - before) / (1 - alpha_bar)
    return np.append(0.0, np.sqrt(sigma2[1:]))


def known(beta, mu0, var0):
    """Slopes and offsets, shape (T, 1), of the best prediction of the noise in data from N(mu0, var0)."""
    alpha_bar = np.cumprod(1 - beta)
    slope = np.sqrt(1 - alpha_bar) / (alpha_bar * var0 + 1 - alpha_bar)
    return slope[:, None], (-slope * np.sqrt(alpha_bar) * mu0)[:, None]


def contraction(beta, slope):
    """By which factor every step scales x, if the noise is predicted as slope * x."""
    return (1 - beta / np.sqrt(1 - np.cumprod(1 - beta)) * slope.ravel()) / np.sqrt(1 - beta)


def chain_variance(student, variance):
    """Variance of the samples after a thousand steps with the best model for standard normal data, from the way of two of them.

    One starts at 1 and gets no noise, and shows by which factor each step scales x; the other starts at 0 and gets noise of 1
    everywhere, and then shows how much of the noise each step adds.
    """
    steps = len(LINEAR)
    slope, offset = known(LINEAR, 0.0, 1.0)
    x, noises = np.array([[1.0], [0.0]]), np.tile([[0.0], [1.0]], (steps, 1, 1))
    model = student.given.affine.AffineModel(slope, offset)
    out = student.ddpm_sample(model, x, noises, LINEAR, variance)
    assert_shape(out, (2, 1), "x_0")
    way = np.array([*model.seen, out], dtype=float)[:, :, 0]
    with np.errstate(all="ignore"):
        factor = way[1:, 0] / way[:-1, 0]
        added = way[1:, 1] - factor * way[:-1, 1]
    found = 1.0
    for scaled, noise in zip(factor, added):
        found = scaled**2 * found + noise**2
    return found


@exercise("ddpm_step")
class TestStep:
    @points(2)
    def test_step_matches_the_definition(self, student, reference, rng):
        """Mean and noise come out as the statement says, for samples at different steps and both choices of the spread."""
        beta = schedule(rng, 6)
        i = np.array([4, 1, 5, 2])
        for variance, shape in itertools.product(BOTH, ((4, 2, 3), (4, 4, 4))):  # also where lengths are equal
            x, eps, noise = rng.normal(size=(3, *shape))
            out = student.ddpm_step(x, i, eps, noise, beta, variance)
            assert_close(out, reference.ddpm_step(x, i, eps, noise, beta, variance), "x", axes=AXES)

    @points(2)
    def test_the_mean_is_right(self, student):
        """Without noise, a step in the middle of a thousand gives the mean that can be worked out by hand."""
        x, eps, i = np.ones((2, 1)), np.array([[0.5], [-0.5]]), np.array([499, 499])
        for variance in BOTH:
            out = student.ddpm_step(x, i, eps, np.zeros((2, 1)), LINEAR, variance)
            assert_close(out, np.array([[0.99980197], [1.01031431]]), "x without noise", atol=1e-8)

    @points(2)
    def test_the_spread_is_the_one_asked_for(self, student, rng):
        """The variance of the noise that is added is the chosen one, at every step."""
        beta = schedule(rng, 7)
        i = rng.permutation(7)
        x, eps = rng.normal(size=(2, 7, 3))
        for variance in BOTH:
            there = np.asarray(student.ddpm_step(x, i, eps, np.ones((7, 3)), beta, variance))
            here = np.asarray(student.ddpm_step(x, i, eps, np.zeros((7, 3)), beta, variance))
            expected = np.repeat(sigmas(beta, variance)[i][:, None], 3, axis=1)
            assert_close(there - here, expected, "what noise of 1 adds", axes=("sample", "entry"))

    def test_the_last_step_adds_no_noise(self, student, rng):
        """At index 0 the result is the data that the predicted noise stands for, whatever noise and spread."""
        beta = schedule(rng, 5)
        x, eps, noise = rng.normal(size=(3, 4, 2)) + 2.0
        i = np.array([0, 3, 0, 0])
        data = (x - np.sqrt(beta[0]) * eps) / np.sqrt(1 - beta[0])
        for variance in BOTH:
            out = np.asarray(student.ddpm_step(x, i, eps, noise, beta, variance))
            assert_close(out[[0, 2, 3]], data[[0, 2, 3]], "x at index 0", axes=("sample", "entry"))

    def test_with_the_true_noise_it_is_the_posterior(self, student, rng):
        """If the predicted noise is the true one, mean and spread are those of x one step before, given x and the data."""
        beta = schedule(rng, 6)
        alpha_bar, before = shares(beta)
        x0, eps = rng.normal(size=(2, 5, 3))
        i = np.arange(1, 6)
        x = np.sqrt(alpha_bar[i])[:, None] * x0 + np.sqrt(1 - alpha_bar[i])[:, None] * eps
        # What x says about the step before, and what the data say, weighed by their precisions.
        from_x, from_x0 = (1 - beta[i]) / beta[i], 1 / (1 - before[i])
        mean = (from_x / np.sqrt(1 - beta[i]))[:, None] * x + (from_x0 * np.sqrt(before[i]))[:, None] * x0
        mean /= (from_x + from_x0)[:, None]
        noise = rng.normal(size=(5, 3))
        out = student.ddpm_step(x, i, eps, noise, beta, "posterior")
        assert_close(out, mean + noise / np.sqrt(from_x + from_x0)[:, None], "x", axes=("sample", "entry"))

    def test_every_sample_is_at_its_own_step(self, student, rng):
        """A sample comes out the same alone and in a batch of samples at other steps."""
        beta = schedule(rng, 5)
        x, eps, noise = rng.normal(size=(3, 4, 2))
        i = np.array([3, 1, 4, 0])
        together = np.asarray(student.ddpm_step(x, i, eps, noise, beta, "beta"))
        alone = [
            student.ddpm_step(x[n : n + 1], i[n : n + 1], eps[n : n + 1], noise[n : n + 1], beta, "beta") for n in range(4)
        ]
        assert_true(np.ptp(together) > 1e-3, "all samples come out the same")
        assert_close(together, np.concatenate(alone), "the batch", axes=("sample", "entry"))


@exercise("ddpm_sample")
class TestSample:
    @points(2)
    def test_samples_match_the_definition(self, student, reference, rng):
        """All steps back, with a model that is different at every step, give the samples of the definition."""
        for variance, (steps, n, d) in itertools.product(BOTH, ((6, 4, 3), (4, 4, 4))):  # also where lengths are equal
            beta = schedule(rng, steps)
            slope, offset = rng.uniform(0.1, 0.5, size=(2, steps, 1))
            x, noises = rng.normal(size=(n, d)), rng.normal(size=(steps, n, d))
            theirs = student.given.affine.AffineModel(slope, offset)
            mine = load_given(__file__, "affine").AffineModel(slope, offset)
            expected = reference.ddpm_sample(mine, x, noises, beta, variance)
            out = student.ddpm_sample(theirs, x, noises, beta, variance)
            assert_close(out, expected, "x_0", axes=("sample", "entry"))

    def test_the_model_is_told_the_step(self, student, rng):
        """The model is asked once for every step, from the last to the first, with an index for each sample."""
        steps, n = 5, 3
        model = student.given.affine.AffineModel(np.full((steps, 1), 0.2), np.zeros((steps, 1)))
        x, noises = rng.normal(size=(n, 2)), rng.normal(size=(steps, n, 2))
        student.ddpm_sample(model, x, noises, schedule(rng, steps), "beta")
        asked = [np.asarray(i) for i in model.asked]
        assert_equal([i.shape for i in asked], [(n,)] * steps, "shapes of the indices that the model got")
        assert_equal(np.array(asked), np.repeat(np.arange(steps)[::-1, None], n, axis=1), "the indices")

    @points(2)
    def test_one_point_is_found_again(self, student, rng):
        """If the data are a single picture, and the model knows, every sample is that picture exactly, whatever the noise."""
        steps, n, shape = 8, 3, (2, 4)
        beta = schedule(rng, steps)
        alpha_bar = np.cumprod(1 - beta)[:, None, None]
        picture = rng.normal(size=shape)
        slope, offset = 1 / np.sqrt(1 - alpha_bar), -np.sqrt(alpha_bar / (1 - alpha_bar)) * picture
        x, noises = rng.normal(size=(n, *shape)) + 1.0, rng.normal(size=(steps, n, *shape))
        for variance in BOTH:
            model = student.given.affine.AffineModel(slope, offset)
            out = student.ddpm_sample(model, x, noises, beta, variance)
            assert_close(out, np.tile(picture, (n, 1, 1)), "the samples", axes=AXES)

    def test_variance_after_a_thousand_wide_steps(self, student):
        """With the best model for standard normal data and the wider spread, the samples have the right variance."""
        assert_close(chain_variance(student, "beta"), 0.9999, "the variance of the samples", atol=1e-9)

    def test_variance_after_a_thousand_narrow_steps(self, student):
        """With the narrower choice of the spread, the variance of the samples is a little too small, as the theory says."""
        assert_close(chain_variance(student, "posterior"), 0.99106737635, "the variance of the samples", atol=1e-9)

    def test_mean_and_variance_of_normal_data(self, student, rng):
        """With the best model for other normal data, mean and variance of the samples are those of the chain."""
        steps, mu0, var0 = 9, rng.uniform(1, 2), rng.uniform(0.2, 0.5)
        beta = schedule(rng, steps)
        slope, offset = known(beta, mu0, var0)
        factor = contraction(beta, slope)
        share = (beta / np.sqrt((1 - np.cumprod(1 - beta)) * (1 - beta)))[:, None]
        x, noises = np.eye(steps + 1)[:, steps:], np.eye(steps, steps + 1)[:, :, None]
        for variance in BOTH:
            mean, spread = 0.0, 1.0
            for step in reversed(range(steps)):
                mean = factor[step] * mean - (share * offset)[step, 0]
                spread = factor[step] ** 2 * spread + sigmas(beta, variance)[step] ** 2
            model = student.given.affine.AffineModel(slope, offset)
            centre = student.ddpm_sample(model, 0 * x[:2], 0 * noises[:, :2], beta, variance)
            assert_close(centre, np.full((2, 1), mean), "the mean of the samples")
            weights = np.asarray(student.ddpm_sample(model, x, noises, beta, variance), dtype=float) - mean
            assert_close((weights**2).sum(), spread, "the variance of the samples")

    @points(2)
    def test_every_noise_is_used_at_its_own_step(self, student, rng):
        """noises[i] enters at the step with index i and nowhere else; the one of the last step is not used."""
        steps = 6
        beta = schedule(rng, steps)
        slope = rng.uniform(0.1, 0.4, size=(steps, 1))
        after = np.append(1.0, np.cumprod(contraction(beta, slope)))[:-1]
        noises = np.eye(steps)[:, :, None] * np.ones(2)
        for variance in BOTH:
            model = student.given.affine.AffineModel(slope, 0 * slope)
            out = student.ddpm_sample(model, np.zeros((steps, 2)), noises, beta, variance)
            expected = np.repeat((sigmas(beta, variance) * after)[:, None], 2, axis=1)
            assert_close(out, expected, "what becomes of each noise", axes=("index of the noise", "entry"))

    def test_arguments_are_left_alone(self, student, reference, rng):
        """The samples are right, and the noise that came in is not overwritten on the way."""
        steps, n = 4, 3
        beta, slope = schedule(rng, steps), rng.uniform(0.1, 0.5, size=(steps, 1))
        x, noises = rng.normal(size=(n, 2)), rng.normal(size=(steps, n, 2))
        mine = load_given(__file__, "affine").AffineModel(slope, slope)
        theirs = student.given.affine.AffineModel(slope, slope)
        after = student.call(student.ddpm_sample, theirs, x, noises, beta, "beta", return_args=True)
        assert_close(after.result, reference.ddpm_sample(mine, x, noises, beta, "beta"), "x_0")
        assert_close(after.args[1:4], [x, noises, beta], "the arguments as passed in")
