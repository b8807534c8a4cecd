import numpy as np

from autograder.suite import (
    assert_close,
    assert_true,
    check_backward,
    check_mean,
    check_variance,
    exercise,
    first_divergence,
    gradcheck,
    points,
)

AXES = {"mu": ("batch", "latents"), "logvar": ("batch", "latents")}


def signed(rng, low, high, shape):
    """Numbers of both signs, away from 0."""
    return rng.uniform(low, high, size=shape) * np.where(rng.random(shape) < 0.5, -1.0, 1.0)


def draw(rng, n=5, k=3):
    """mu, logvar and eps, no entry near 0: logvar = 0 would hide what is done with it, and eps = 0 nearly everything."""
    return signed(rng, 0.5, 2, (n, k)), signed(rng, 0.4, 1.5, (n, k)), signed(rng, 0.5, 2, (n, k))


@exercise("reparameterize")
class TestForward:
    @points(2)
    def test_draw_matches_the_definition(self, student, reference, rng):
        """z is mu plus the standard deviation times the noise, entry by entry."""
        for n in (5, 3):  # also with as many samples as latents
            mu, logvar, eps = draw(rng, n)
            z, cache = student.reparameterize(mu, logvar, eps)
            with first_divergence(cache, {"std": np.exp(logvar / 2)}, spellings={"std": ["sigma", "s"]}):
                assert_close(z, reference.reparameterize(mu, logvar, eps)[0], "z", axes=AXES["mu"])

    def test_known_values(self, student):
        """Two latents worked out by hand come out right."""
        z, _ = student.reparameterize(np.array([[1.0, -2.0]]), np.log([[1.0, 4.0]]), np.array([[0.5, -1.0]]))
        assert_close(z, np.array([[1.5, -4.0]]), "z")

    @points(2)
    def test_samples_have_the_mean_and_variance_asked_for(self, student, rng):
        """With standard normal noise, each latent has mean mu and variance exp(logvar)."""
        n, mu, logvar = 4000, np.array([1.5, -2.5]), np.array([1.4, -1.6])
        eps = rng.normal(size=(n, 2))
        z, _ = student.reparameterize(np.tile(mu, (n, 1)), np.tile(logvar, (n, 1)), eps)
        z = np.asarray(z)
        for j in range(2):
            check_mean(z[:, j], mu[j], np.exp(logvar[j] / 2), "the samples of a latent")
            check_variance(z[:, j], np.exp(logvar[j]), name="the samples of a latent")

    def test_noise_of_zero_gives_the_mean(self, student, rng):
        """Without noise z is mu, and opposite noises lie opposite each other about mu, not on it."""
        mu, logvar, eps = draw(rng)
        assert_close(student.reparameterize(mu, logvar, 0 * eps)[0], mu, "z without noise")
        one, other = (np.asarray(student.reparameterize(mu, logvar, s * eps)[0]) for s in (1, -1))
        assert_close((one + other) / 2, mu, "the middle of two opposite draws")
        assert_true(np.abs(one - other).min() > 1e-3, "the noise makes no difference")

    def test_every_sample_has_its_own_noise(self, student, rng):
        """Samples with the same mu and logvar but other noise come out different."""
        mu, logvar, _ = draw(rng, n=2)
        mu[1], logvar[1] = mu[0], logvar[0]
        eps = np.array([[1.0, -1.0, 0.5], [-2.0, 0.25, 1.5]])
        z = np.asarray(student.reparameterize(mu, logvar, eps)[0])
        assert_close((z[0] - mu[0]) / (z[1] - mu[1]), eps[0] / eps[1], "ratio of two samples' ways from mu")

    def test_arguments_are_left_alone(self, student, reference, rng):
        """z is right, and mu, logvar and the noise are not overwritten on the way."""
        mu, logvar, eps = draw(rng)
        after = student.call(student.reparameterize, mu, logvar, eps, return_args=True)
        assert_close(after.result[0], reference.reparameterize(mu, logvar, eps)[0], "z")
        assert_close(after.args, [mu, logvar, eps], "the arguments as passed in")


@exercise("reparameterize_backward")
class TestBackward:
    @points(2)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """dmu and dlogvar are the gradients of the forward pass, with the noise that was used there."""
        for n in (5, 3):  # also with as many samples as latents
            mu, logvar, eps = draw(rng, n)
            check_backward(
                student.reparameterize,
                student.reparameterize_backward,
                {"mu": mu, "logvar": logvar},
                reference.reparameterize,
                reference.reparameterize_backward,
                args=(eps,),
                rng=rng,
                axes=AXES,
            )

    @points(2)
    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Nudging mu and logvar, with the noise held fixed, changes the loss as the gradients say."""
        mu, logvar, eps = draw(rng, n=4, k=6)
        gradcheck(
            student.reparameterize,
            student.reparameterize_backward,
            {"mu": mu, "logvar": logvar},
            reference=reference.reparameterize,
            args=(eps,),
            rng=rng,
            axes=AXES,
        )

    def test_known_values(self, student):
        """Two latents worked out by hand get the right gradients."""
        _, cache = student.reparameterize(np.array([[1.0, -2.0]]), np.log([[1.0, 4.0]]), np.array([[0.5, -1.0]]))
        dmu, dlogvar = student.reparameterize_backward(np.ones((1, 2)), cache)
        assert_close(dmu, np.ones((1, 2)), "dmu")
        assert_close(dlogvar, np.array([[0.25, -1.0]]), "dlogvar")

    def test_step_against_the_gradient_shrinks_a_draw_that_is_too_far_out(self, student, rng):
        """For the loss z^2 / 2 at mu = 0, dlogvar is half the square of the draw: never negative, whatever the noise's sign."""
        _, logvar, eps = draw(rng)
        z, cache = student.reparameterize(np.zeros_like(eps), logvar, eps)
        dmu, dlogvar = student.reparameterize_backward(np.asarray(z), cache)
        assert_close(dmu, np.asarray(z), "dmu")
        assert_close(dlogvar, np.asarray(z) ** 2 / 2, "dlogvar")

    def test_dz_is_left_alone(self, student, rng):
        """dmu is right, and dz is not overwritten on the way."""
        mu, logvar, eps = draw(rng)
        dz = signed(rng, 0.5, 2, mu.shape)
        _, cache = student.reparameterize(mu, logvar, eps)
        after = student.call(student.reparameterize_backward, dz, cache, return_args=True)
        assert_close(after.result, (dz, 0.5 * np.exp(0.5 * logvar) * eps * dz), "(dmu, dlogvar)")
        assert_close(after.args[0], dz, "dz as passed in")
