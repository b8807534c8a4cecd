import numpy as np

from autograder.suite import assert_between, assert_close, assert_true, points

S, N = 5, 3


@points(2)
def test_the_mean_of_the_likelihoods(student, reference, rng):
    """The likelihoods of the codes are averaged, and the logarithm comes last."""
    values = rng.normal(size=(S, N)) * 2
    expected = reference.marginal_loglik_mc(values)
    assert_close(student.marginal_loglik_mc(values), expected, "the estimates", sizes={"codes": S})


@points(2)
def test_far_below_the_smallest_float(student, reference, rng):
    """Log-likelihoods of -1000 and far below are no problem, and neither are very large ones."""
    values = rng.normal(size=(S, N)) * 2
    for shift in (np.array([-1000.0, -5000.0, -800.0]), np.array([1000.0, 900.0, 3000.0])):
        got = student.marginal_loglik_mc(values + shift)
        assert_close(got - shift, reference.marginal_loglik_mc(values), "the estimates, shifted back", rtol=1e-6)


def test_codes_that_differ_by_a_thousand(student):
    """Where one code explains x and others do not at all, only that one counts, and nothing overflows."""
    got = student.marginal_loglik_mc(np.array([[-900.0, 5.0], [-3000.0, -2000.0], [-900.0, -1000.0]]))
    assert_close(got, np.array([-900.0 - np.log(1.5), 5.0 - np.log(3)]), "the estimates", rtol=1e-9)


def test_known_value(student):
    """Three codes with log-likelihoods around -1000 have the estimate worked out by hand."""
    got = student.marginal_loglik_mc(np.array([[-1000.0], [-1001.0], [-1002.0]]))
    assert_close(got, np.array([-1000.691006]), "the estimate", rtol=1e-9, atol=1e-6)


def test_a_constant_comes_back(student, rng):
    """If all codes explain x equally well, that is the answer, however many they are."""
    level = rng.normal(size=N) * 3 - 2
    for s in (2, 7, 1):
        assert_close(student.marginal_loglik_mc(np.tile(level, (s, 1))), level, "the estimates")


def test_between_the_mean_of_the_logarithms_and_the_best_code(student, rng):
    """The estimate is above the mean log-likelihood, below the largest, and at most ln S below that."""
    values = rng.normal(size=(S, N)) * 2
    values[0] = values[1] + 1.0
    got = student.marginal_loglik_mc(values)
    assert_true(np.all(got > values.mean(axis=0)), "an estimate is not above the mean of the logarithms")
    assert_true(np.all(got < values.max(axis=0)), "an estimate is not below the largest logarithm")
    assert_true(np.all(got > values.max(axis=0) - np.log(S)), "an estimate is too far below the largest logarithm")


def test_codes_and_samples_may_be_equally_many(student, reference, rng):
    """With as many codes as samples, the mean still runs over the codes."""
    values = rng.normal(size=(4, 4)) * 2 + np.arange(4)
    assert_close(student.marginal_loglik_mc(values), reference.marginal_loglik_mc(values), "the estimates")


def test_it_finds_the_evidence(student, rng):
    """In a linear-Gaussian model, with many codes from the prior, the estimate comes close to the evidence."""
    # x = z w + b + noise of variance s2 in each of two features. p(x | z) is at most 1/(2 pi s2), so by Hoeffding's
    # inequality the mean of S likelihoods is farther than `far` from p(x) once in a million runs, whatever the draws.
    w, b, s2, s = np.array([1.0, 2.0]), np.array([0.5, 0.0]), 2.0, 20_000
    x = np.array([[1.0, 1.0], [0.2, -0.6], [1.4, 2.0]])
    covariance = np.outer(w, w) + s2 * np.eye(2)
    away = x - b
    evidence = np.exp(-0.5 * np.sum(away @ np.linalg.inv(covariance) * away, axis=1))
    evidence /= 2 * np.pi * np.sqrt(np.linalg.det(covariance))
    z = rng.normal(size=(s, 1, 1))
    log_lik = -np.sum((x - z * w - b) ** 2, axis=2) / (2 * s2) - np.log(2 * np.pi * s2)
    far = np.sqrt(np.log(2 * len(x) / 1e-6) / (2 * s)) / (2 * np.pi * s2)
    got = student.marginal_loglik_mc(log_lik)
    assert_between(np.exp(np.asarray(got)) - evidence, -far, far, "the error of the estimated p(x)")


def test_the_argument_is_left_alone(student, reference, rng):
    """The estimates are right, and the array that came in is as it was."""
    values = rng.normal(size=(S, N)) * 2
    after = student.call(student.marginal_loglik_mc, values, return_args=True)
    assert_close(after.result, reference.marginal_loglik_mc(values), "the estimates")
    assert_close(after.args[0], values, "the array passed in")
