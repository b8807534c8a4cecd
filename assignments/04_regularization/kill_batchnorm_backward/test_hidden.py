"""Which flaws of a backward of batch normalisation does the student's test notice?"""

from autograder.suite import points


def called(module, dout, x, gamma, beta, eps):
    """The target takes a cache; the student's function takes what the cache is made of."""
    _, cache = module.batchnorm_forward(x, gamma, beta, eps)
    return module.batchnorm_backward(dout, cache)


def test_notices_statistics_taken_as_constants(student, versions, rng):
    """It notices a dx in which the mean and the variance count as constants."""
    versions.check(student.test_batchnorm_backward, rng, "constant-stats", through=called)


def test_notices_a_missing_path_through_the_mean(student, versions, rng):
    """It notices a dx without the path through the mean."""
    versions.check(student.test_batchnorm_backward, rng, "no-mean-path", through=called)


@points(2)
def test_notices_a_missing_path_through_the_variance(student, versions, rng):
    """It notices a dx without the path through the variance."""
    versions.check(student.test_batchnorm_backward, rng, "no-var-path", through=called)


@points(2)
def test_notices_a_wrong_divisor(student, versions, rng):
    """It notices means that are divided by N - 1."""
    versions.check(student.test_batchnorm_backward, rng, "unbiased", through=called)


@points(2)
def test_notices_a_wrong_gradient_of_gamma(student, versions, rng):
    """It notices a dgamma with a wrong factor or a wrong input."""
    versions.check(student.test_batchnorm_backward, rng, "x-for-xhat", "gamma-mean", through=called)
