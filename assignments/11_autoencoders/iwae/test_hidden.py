from itertools import combinations

import numpy as np

from autograder.suite import assert_between, assert_close, assert_true, points, show_curves

K, N = 5, 3


@points(2)
def test_mean_of_the_weights(student, reference, rng):
    """The weights of the codes are averaged, and the logarithm comes last."""
    log_w = rng.normal(size=(K, N)) * 2
    assert_close(student.iwae_bound(log_w), reference.iwae_bound(log_w), "the bounds", sizes={"K": K})


def test_known_value(student):
    """Three weights whose bound was worked out by hand."""
    got = student.iwae_bound(np.array([[-1.0], [-2.0], [-4.0]]))
    assert_close(got, np.array([-1.749600]), "the bound", atol=1e-6)


@points(2)
def test_weights_beyond_the_range_of_floats(student, reference, rng):
    """Logarithms around -1000 or 1000 are no problem, also where both occur in one batch."""
    log_w = rng.normal(size=(K, N)) * 2
    shift = np.array([-1000.0, 1000.0, -3000.0])
    got = student.iwae_bound(log_w + shift)
    assert_close(np.asarray(got) - shift, reference.iwae_bound(log_w), "the bounds, shifted back", rtol=1e-6)


def test_weights_that_differ_by_a_thousand(student):
    """Where one weight is far above the others, only that one counts, and nothing overflows."""
    got = student.iwae_bound(np.array([[-2500.0, 1000.0], [-600.0, -900.0], [-600.0, -1000.0]]))
    assert_close(got, np.array([-600.0 - np.log(1.5), 1000.0 - np.log(3)]), "the bounds", rtol=1e-9)


def test_one_code_gives_the_elbo(student, rng):
    """With K = 1 the bound is the logarithm of the only weight: one draw of the ELBO."""
    log_w = rng.normal(size=(1, N)) * 2
    assert_close(student.iwae_bound(log_w), log_w[0], "the bounds")


@points(2)
def test_more_codes_never_hurt(student, rng):
    """Averaged over all choices of K codes out of five, the bound grows with K, and starts at the mean of the logarithms."""
    log_w = rng.permuted(np.array([[-3.0, -1.5, 0.0, 1.0, 2.0]] * N), axis=1).T
    means = []
    for k in range(1, K + 1):
        chosen = [log_w[list(rows)] for rows in combinations(range(K), k)]
        bounds = student.iwae_bound(np.concatenate(chosen, axis=1))  # all choices side by side
        means.append(np.asarray(bounds).reshape(len(chosen), N).mean(axis=0))
    means = np.array(means)
    show_curves({"yours": means[:, 0]}, "the mean of your bound", across="K")
    assert_close(means[0], log_w.mean(axis=0), "the mean bound at K = 1")
    assert_true(np.all(np.diff(means, axis=0) > 1e-3), "the mean bound does not grow with K")
    assert_close(means[-1], np.log(np.mean(np.exp(log_w), axis=0)), "the bound with all five")


def test_it_reaches_the_evidence(student, rng):
    """In a linear-Gaussian model, with many codes, the bound comes close to ln p(x)."""
    # One code unit: the posterior is N(m, v) and q is N(mq, vq), wider, so the weights are bounded. By Hoeffding's inequality
    # their mean is farther than `far` (as a share of p(x)) from p(x) once in a million runs, whatever the draws.
    k, m, v, mq, vq = 20_000, np.array([0.5, -0.2, 1.1]), 0.25, np.array([0.3, 0.1, 1.0]), 0.5
    log_px = np.array([-2.5, -40.0, 3.0])

    def log_ratio(z):
        return -0.5 * ((z - m) ** 2 / v - (z - mq) ** 2 / vq + np.log(v / vq))

    largest = np.exp(log_ratio((m / v - mq / vq) / (1 / v - 1 / vq)))
    z = mq + np.sqrt(vq) * rng.normal(size=(k, len(m)))
    far = np.max(largest * np.sqrt(np.log(2 * len(m) / 1e-6) / (2 * k)))
    got = student.iwae_bound(log_px + log_ratio(z))
    ratio = np.exp(np.asarray(got) - log_px)
    assert_between(ratio, 1 - far, 1 + far, "the estimate of p(x), divided by p(x)")


def test_equal_weights(student, rng):
    """Where all weights are equal the bound is their logarithm, for any K: that is the case of q = posterior."""
    level = rng.normal(size=N) - 2
    for k in (2, 7):
        assert_close(student.iwae_bound(np.tile(level, (k, 1))), level, "the bounds")


def test_codes_and_samples_may_be_equally_many(student, reference, rng):
    """With as many codes as samples, the mean still runs over the codes."""
    log_w = rng.normal(size=(4, 4)) * 2 + np.arange(4)
    assert_close(student.iwae_bound(log_w), reference.iwae_bound(log_w), "the bounds")


def test_the_argument_is_left_alone(student, reference, rng):
    """The bounds are right, and the array that came in is as it was."""
    log_w = rng.normal(size=(K, N)) * 2
    after = student.call(student.iwae_bound, log_w, return_args=True)
    assert_close(after.result, reference.iwae_bound(log_w), "the bounds")
    assert_close(after.args[0], log_w, "the array passed in")
