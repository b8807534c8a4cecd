"""Which flaws of a divergence of two Gaussians does the student's test notice?"""

from autograder.suite import points


def called(module, mu1, s1, mu2, s2):
    """The exercise has two functions; the one with full covariances is tested."""
    return module.kl_gaussians(mu1, s1, mu2, s2)


def test_notices_a_distance_from_itself(student, versions, rng):
    """It notices a Gaussian whose divergence from itself is not 0."""
    versions.check(student.test_kl_gaussians, rng, "no-d", through=called)


def test_notices_a_wrong_factor(student, versions, rng):
    """It notices a wrong factor in front of everything."""
    versions.check(student.test_kl_gaussians, rng, "no-half", through=called)


@points(2)
def test_notices_the_wrong_direction(student, versions, rng):
    """It notices the divergence in the other direction, or parts of it."""
    part = "mutant: kl_gaussians: swapped: np.linalg.solve(s2, s1) -> np.linalg.solve(s1, s2)"
    versions.check(student.test_kl_gaussians, rng, "swapped", part, through=called)


@points(2)
def test_notices_wrong_determinants(student, versions, rng):
    """It notices determinants with wrong signs."""
    product = "mutant: kl_gaussians: sign: log_det2 - log_det1 -> log_det2 + log_det1"
    versions.check(student.test_kl_gaussians, rng, "det-inverted", product, through=called)


@points(2)
def test_notices_means_that_are_compared_wrongly(student, versions, rng):
    """It notices means whose distance is measured wrongly."""
    one_mean = "mutant: kl_gaussians: term dropped: mu2 - mu1 -> mu2"
    versions.check(student.test_kl_gaussians, rng, "wrong-inverse", "plain-distance", one_mean, through=called)


@points(2)
def test_notices_determinants_out_of_range(student, versions, rng):
    """It notices determinants that are too large or too small for a float."""
    versions.check(student.test_kl_gaussians, rng, "det-overflow", through=called)
