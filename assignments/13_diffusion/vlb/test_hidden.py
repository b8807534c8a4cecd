import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, points

N, D, T = 4, 3, 6
BOTH = ("beta", "posterior")


def signed(rng, shape):
    """No entry near 0."""
    return rng.choice([-1.0, 1.0], size=shape) * rng.uniform(0.4, 1.8, size=shape)


def draw(rng, shape=(N, D)):
    """Data, the noise in them, noise that is predicted (always too small), steps, variances, and the noised data."""
    beta = rng.permutation(np.linspace(0.1, 0.45, T)) + rng.uniform(-0.02, 0.02, size=T)
    i = rng.permutation(np.arange(1, T))[: shape[0]]
    x0, eps = signed(rng, (2, *shape))
    eps_hat = eps * rng.uniform(0.2, 0.8, size=shape)
    kept = np.cumprod(1 - beta)[i].reshape(-1, *[1] * (len(shape) - 1))
    return x0, eps, eps_hat, i, beta, np.sqrt(kept) * x0 + np.sqrt(1 - kept) * eps


def weight(i, beta, variance):
    """What a squared error of the noise counts."""
    left = np.cumprod(1 - beta)
    sigma2 = beta[i] if variance == "beta" else beta[i] * (1 - left[i - 1]) / (1 - left[i])
    return beta[i] ** 2 / (2 * sigma2 * (1 - beta[i]) * (1 - left[i]))


@points(2)
def test_matches_the_formula(student, reference, rng):
    """The divergence for points and images, every sample at a step of its own, with either variance."""
    for variance in BOTH:
        for shape in ((N, D), (N, 2, 3, 5), (3, 3)):
            x0, _, eps_hat, i, beta, x_t = draw(rng, shape)
            wanted = reference.vlb_term(x0, x_t, eps_hat, i, beta, variance)
            got = student.vlb_term(x0, x_t, eps_hat, i, beta, variance)
            assert_close(got, wanted, "KL", sizes={"entries of a sample": int(np.prod(shape[1:]))})


@points(2)
def test_weighted_error_of_the_noise(student, rng):
    """It is a weight, which depends on the step alone, times the squared distance of the predicted noise from the true one."""
    for variance in BOTH:
        x0, eps, eps_hat, i, beta, x_t = draw(rng)
        wanted = weight(i, beta, variance) * np.sum((eps - eps_hat) ** 2, axis=1)
        assert_close(student.vlb_term(x0, x_t, eps_hat, i, beta, variance), wanted, "KL")


def test_zero_only_for_the_true_noise(student, rng):
    """For samples whose noise is predicted exactly it is 0, for the others positive."""
    x0, eps, eps_hat, i, beta, x_t = draw(rng)
    eps_hat[:2] = eps[:2]
    got = np.asarray(student.vlb_term(x0, x_t, eps_hat, i, beta, "beta"))
    assert_close(got[:2], np.zeros(2), "KL for the true noise", atol=1e-12)
    assert_true(np.all(got[2:] > 1e-6), "KL is not positive where the prediction is wrong")


def test_divergence_of_two_normals(student, reference, rng):
    """It is the mean of the logarithm of the ratio of the two densities, under the first of them."""
    x0, _, eps_hat, i, beta, x_t = draw(rng)
    right, spread = reference.posterior_mean_variance(x0, x_t, i, beta)
    guess = reference.mean_from_eps(x_t, eps_hat, i, beta)
    sigma = np.sqrt(spread)[:, None]
    # two points with the mean and the variance of the first: the mean of anything quadratic is exact over them
    ratio = [np.sum((x - guess) ** 2 - (x - right) ** 2, axis=1) / (2 * spread) for x in (right + sigma, right - sigma)]
    got = student.vlb_term(x0, x_t, eps_hat, i, beta, "posterior")
    assert_close(got, np.mean(ratio, axis=0), "KL")


def test_known_weights(student):
    """One number off by 1 in the noise at step 500 of 1000 linear steps, for both variances."""
    beta = np.linspace(1e-4, 0.02, 1000)
    kept = np.cumprod(1 - beta)[499]
    x0, eps = np.ones((1, 1)), np.full((1, 1), 0.5)
    x_t, i = np.sqrt(kept) * x0 + np.sqrt(1 - kept) * eps, np.array([499])
    got = student.vlb_term(x0, x_t, eps - 1, i, beta, "beta")
    assert_close(got, np.array([0.00550343]), "KL with sigma^2 = beta", atol=1e-8)
    got = student.vlb_term(x0, x_t, eps - 1, i, beta, "posterior")
    assert_close(got, np.array([0.00550820]), "KL with the variance of the posterior", atol=1e-8)


def test_the_smaller_variance_weighs_more(student, rng):
    """The posterior's variance is smaller than beta, so the same error costs more with it."""
    x0, _, eps_hat, i, beta, x_t = draw(rng)
    by_beta = np.asarray(student.vlb_term(x0, x_t, eps_hat, i, beta, "beta"))
    by_posterior = np.asarray(student.vlb_term(x0, x_t, eps_hat, i, beta, "posterior"))
    assert_true(np.all(by_posterior > by_beta * (1 + 1e-9)), "the term is not greater with the smaller variance")


def test_first_step_is_refused(student, rng):
    """An index 0 anywhere in the batch raises ValueError, with either variance; without it the same call works."""
    for variance in BOTH:
        x0, _, eps_hat, i, beta, x_t = draw(rng)
        student.vlb_term(x0, x_t, eps_hat, i, beta, variance)
        i[int(rng.integers(N))] = 0
        with pytest.raises(ValueError):
            student.vlb_term(x0, x_t, eps_hat, i, beta, variance)


def test_batch_of_first_steps_is_refused(student, rng):
    """A batch in which every sample is at the first step raises ValueError, too; one step later the call works."""
    x0, _, eps_hat, _, beta, x_t = draw(rng)
    student.vlb_term(x0, x_t, eps_hat, np.ones(N, dtype=int), beta, "beta")
    with pytest.raises(ValueError):
        student.vlb_term(x0, x_t, eps_hat, np.zeros(N, dtype=int), beta, "beta")
