import numpy as np

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_leaves_arguments_alone,
    assert_true,
    exercise,
    load_given,
    points,
    show_curves,
)

AXES = ("sample", "row", "column")
ALPHA_BAR = np.cumprod(1 - np.linspace(1e-4, 0.02, 1000))
KEPT = (1, 5, 10, 50, 100, 1000)


def levels(rng, steps):
    """alpha_bar of a schedule with variances between 0.05 and 0.4, in no order."""
    beta = rng.permutation(np.linspace(0.05, 0.4, steps)) * rng.uniform(0.9, 1.1, size=steps)
    return np.cumprod(1 - beta)


def noised(x0, eps, share):
    return np.sqrt(share) * x0 + np.sqrt(1 - share) * eps


def spread_out(kept):
    return np.round(np.linspace(0, 999, kept)).astype(int) if kept > 1 else np.array([999])


def known(alpha_bar, var0):
    """Slopes, shape (T, 1), of the best prediction of the noise in data from N(0, var0)."""
    return (np.sqrt(1 - alpha_bar) / (alpha_bar * var0 + 1 - alpha_bar))[:, None]


def variances(student, var0, counts):
    """Variance of the samples for standard normal x_T: they are a multiple of it, and without noise nothing else comes in."""
    slope = known(ALPHA_BAR, var0)
    found = []
    for kept in counts:
        model = student.given.affine.AffineModel(slope, 0 * slope)
        out = student.ddim_sample(model, np.array([[1.0], [-2.0]]), spread_out(kept), ALPHA_BAR)
        assert_close(np.asarray(out)[1], -2 * np.asarray(out)[0], "the sample from -2 times the noise")
        found.append(float(np.asarray(out)[0, 0]) ** 2)
    return np.array(found)


@exercise("ddim_step")
class TestStep:
    @points(2)
    def test_jump_matches_the_definition(self, student, reference, rng):
        """Without fresh noise, with some, and with as much as possible, the jump is that of the statement."""
        x, eps, noise = rng.normal(size=(3, 4, 2, 3))
        ab_t, ab_prev = rng.uniform(0.2, 0.4), rng.uniform(0.5, 0.8)
        for eta in (0.0, 0.4, 0.8, 1.0):
            out = student.ddim_step(x, eps, ab_t, ab_prev, eta, noise)
            expected = reference.ddim_step(x, eps, ab_t, ab_prev, eta, noise)
            assert_close(out, expected, "x_prev", axes=AXES)

    @points(2)
    def test_any_jump_is_exact_with_the_true_noise(self, student, rng):
        """With the true noise, a jump lands where noising the data with it would, up or down, near or far."""
        x0, eps = rng.normal(size=(2, 3, 5))
        for ab_t, ab_prev in ((0.1, 0.9), (0.42, 0.5), (0.7, 0.3), (1.0, 0.6)):
            out = student.ddim_step(noised(x0, eps, ab_t), eps, ab_t, ab_prev)
            assert_close(out, noised(x0, eps, ab_prev), "x_prev", axes=("sample", "entry"))

    def test_known_value(self, student):
        """The jump from step 500 to step 300 of a thousand gives the number that can be worked out by hand."""
        out = student.ddim_step(np.ones((1, 2)), np.full((1, 2), 0.5), ALPHA_BAR[499], ALPHA_BAR[299])
        assert_close(out, np.full((1, 2), 1.55645979), "x_prev", atol=1e-8)

    def test_the_last_jump_returns_the_predicted_data(self, student, rng):
        """A jump to no noise gives the data that the predicted noise stands for, whatever eta and the noise."""
        x, eps, noise = rng.normal(size=(3, 4, 3))
        ab_t = rng.uniform(0.3, 0.6)
        data = (x - np.sqrt(1 - ab_t) * eps) / np.sqrt(ab_t)
        for eta in (0.0, 1.0):
            out = student.ddim_step(x, eps, ab_t, 1.0, eta, noise)
            assert_close(out, data, "x_prev", axes=("sample", "entry"))

    @points(2)
    def test_neighbours_with_all_the_noise_are_ddpm(self, student, rng):
        """Between neighbours, eta = 1 gives mean and variance of the step before, given x and the data."""
        alpha_bar = levels(rng, 6)
        x0, eps, noise = rng.normal(size=(3, 4, 3))
        for i in range(1, 6):
            before, alpha = alpha_bar[i - 1], alpha_bar[i] / alpha_bar[i - 1]
            x = noised(x0, eps, alpha_bar[i])
            # What x says about the step before, and what the data say, weighed by their precisions.
            from_x, from_x0 = alpha / (1 - alpha), 1 / (1 - before)
            mean = (from_x * x / np.sqrt(alpha) + from_x0 * np.sqrt(before) * x0) / (from_x + from_x0)
            out = student.ddim_step(x, eps, alpha_bar[i], before, 1.0, noise)
            expected = mean + noise / np.sqrt(from_x + from_x0)
            assert_close(out, expected, "x_prev", axes=("sample", "entry"))

    def test_old_and_fresh_noise_add_up(self, student, rng):
        """Whatever eta, the noise that is in x_prev has variance 1 - ab_prev, and the fresh part of it grows like eta."""
        ab_t, ab_prev = rng.uniform(0.2, 0.4), rng.uniform(0.5, 0.8)
        old, fresh = [], []
        for eta in (0.25, 0.5, 1.0):
            # Rows that hold nothing but old noise, and nothing but fresh noise.
            eps, noise = np.array([[1.0, 2.0], [0.0, 0.0]]), np.array([[0.0, 0.0], [1.0, 2.0]])
            out = np.asarray(student.ddim_step(np.sqrt(1 - ab_t) * eps, eps, ab_t, ab_prev, eta, noise))
            assert_close(out[:, 1], 2 * out[:, 0], "twice the noise")
            old.append(out[0, 0])
            fresh.append(out[1, 0])
        old, fresh = np.array(old), np.array(fresh)
        assert_close(old**2 + fresh**2, np.full(3, 1 - ab_prev), "variance of the noise for three eta")
        assert_true(fresh[0] > 1e-3, "no fresh noise comes in")
        assert_close(fresh[:2] / fresh[2], np.array([0.25, 0.5]), "fresh noise, as a share of that at eta = 1")

    def test_rounding_does_no_harm(self, student, rng):
        """From a level at which next to nothing is left of the data, with eta = 1, the jump is finite and right."""
        nothing, noise = np.zeros((3, 4)), rng.normal(size=(3, 4))
        for ab_prev in rng.uniform(0.1, 0.9, size=40):
            out = student.ddim_step(nothing, nothing, 1e-20, ab_prev, 1.0, noise)
            assert_close(out, np.sqrt(1 - ab_prev) * noise, "x_prev", axes=("sample", "entry"))

    def test_without_eta_nothing_is_left_to_chance(self, student, reference, rng):
        """With eta = 0, which is the default, noise makes no difference, and need not be there."""
        x, eps, noise = rng.normal(size=(3, 4, 3))
        expected = reference.ddim_step(x, eps, 0.3, 0.6)
        assert_close(student.ddim_step(x, eps, 0.3, 0.6), expected, "x_prev without eta and noise")
        assert_close(student.ddim_step(x, eps, 0.3, 0.6, 0.0, noise), expected, "x_prev with eta = 0 and noise")
        assert_close(student.ddim_step(x, eps, 0.3, 0.6, noise=noise), expected, "x_prev with noise, without eta")


@exercise("ddim_sample")
class TestSample:
    @points(2)
    def test_samples_match_the_definition(self, student, reference, rng):
        """With a model that is different at every step, and a few of many steps, the samples are those of the definition."""
        steps = 11
        alpha_bar = levels(rng, steps)
        slope, offset = rng.uniform(0.1, 0.5, size=(2, steps, 1))
        for tau, n in (
            (np.array([0, 3, 7, 10]), 4),
            (np.array([2, 5, 6, 9]), 4),
            (np.array([0, 3, 7, 10]), 3),
        ):
            x = rng.normal(size=(n, 3))
            theirs = student.given.affine.AffineModel(slope, offset)
            mine = load_given(__file__, "affine").AffineModel(slope, offset)
            out = student.ddim_sample(theirs, x, tau, alpha_bar)
            expected = reference.ddim_sample(mine, x, tau, alpha_bar)
            assert_close(out, expected, "x_0", axes=("sample", "entry"))

    def test_the_model_is_told_the_step(self, student, rng):
        """The model is asked once for every chosen index, from the last to the first, with an index for each sample."""
        n, tau = 3, np.array([1, 4, 6, 8])
        model = student.given.affine.AffineModel(np.full((9, 1), 0.2), np.zeros((9, 1)))
        student.ddim_sample(model, rng.normal(size=(n, 2)), tau, levels(rng, 9))
        asked = [np.asarray(i) for i in model.asked]
        assert_equal([i.shape for i in asked], [(n,)] * 4, "shapes of the indices that the model got")
        assert_equal(np.array(asked), np.repeat(tau[::-1, None], n, axis=1), "the indices")

    def test_one_point_is_found_again(self, student, rng):
        """If the data are a single picture, and the model knows, every choice of steps ends in that picture exactly."""
        steps, shape = 9, (2, 4)
        alpha_bar = levels(rng, steps)
        picture = rng.normal(size=shape)
        share = alpha_bar[:, None, None]
        slope, offset = 1 / np.sqrt(1 - share), -np.sqrt(share / (1 - share)) * picture
        x = rng.normal(size=(3, *shape)) + 1.0
        for tau in (np.array([0, 4, 8]), np.array([3, 7]), np.array([8]), np.arange(9)):
            model = student.given.affine.AffineModel(slope, offset)
            out = student.ddim_sample(model, x, tau, alpha_bar)
            assert_close(out, np.tile(picture, (3, 1, 1)), "the samples", axes=AXES)

    @points(2)
    def test_variance_grows_with_the_number_of_jumps(self, student):
        """With the best model for standard normal data, the variance of the samples rises towards 1 as the theory says."""
        found = variances(student, 1.0, KEPT)
        show_curves({"yours": found}, "variance of your samples, for more and more jumps", across="choice of S")
        expected = np.array([4.0358e-5, 0.377473, 0.663551, 0.928106, 0.963686, 0.996252])
        assert_close(found, expected, "variance of the samples for six numbers of jumps", atol=1e-6)

    def test_variance_of_narrower_data(self, student):
        """With the best model for data of a quarter of the variance, the samples' variance is the one of the theory."""
        expected = np.array([0.130763, 0.236048, 0.248498])
        found = variances(student, 0.25, (10, 100, 1000))
        assert_close(found, expected, "variance of the samples for three numbers of jumps", atol=1e-6)

    def test_one_jump_is_one_prediction(self, student, rng):
        """With a single index the samples are the data that the model predicts from there."""
        alpha_bar = levels(rng, 7)
        slope = rng.uniform(0.1, 0.5, size=(7, 1))
        x = rng.normal(size=(3, 2))
        out = student.ddim_sample(student.given.affine.AffineModel(slope, slope), x, np.array([4]), alpha_bar)
        expected = (x - np.sqrt(1 - alpha_bar[4]) * slope[4] * (x + 1)) / np.sqrt(alpha_bar[4])
        assert_close(out, expected, "x_0", axes=("sample", "entry"))

    def test_twice_the_same(self, student, reference, rng):
        """The same noise gives the same samples again, and is not overwritten by them."""
        alpha_bar, tau = levels(rng, 8), np.array([0, 2, 5, 7])
        slope = rng.uniform(0.1, 0.5, size=(8, 1))
        x = rng.normal(size=(3, 2))
        expected = reference.ddim_sample(load_given(__file__, "affine").AffineModel(slope, slope), x, tau, alpha_bar)
        model = student.given.affine.AffineModel(slope, slope)
        for name in ("x_0", "x_0 the second time"):
            assert_close(assert_leaves_arguments_alone(student.ddim_sample, model, x, tau, alpha_bar), expected, name)
