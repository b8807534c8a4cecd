"""Which flaws of a distance on a line does the student's test notice?"""

from autograder.suite import points


def test_notices_pairs_in_the_wrong_order(student, versions, rng):
    """It notices entries that are paired in the order in which they came."""
    versions.check(student.test_wasserstein1_1d, rng, "unsorted")


@points(2)
def test_notices_distances_of_averages(student, versions, rng):
    """It notices a distance that sees only where the samples are on average."""
    versions.check(student.test_wasserstein1_1d, rng, "mean-difference")


@points(2)
def test_notices_squares(student, versions, rng):
    """It notices squares in the place of absolute values."""
    versions.check(student.test_wasserstein1_1d, rng, "squared", "w2")


@points(2)
def test_notices_samples_that_are_cut_short(student, versions, rng):
    """It notices that a longer sample is cut to the length of the shorter one."""
    versions.check(student.test_wasserstein1_1d, rng, "truncated")


def test_notices_another_distance(student, versions, rng):
    """It notices the largest gap between the distribution functions."""
    versions.check(student.test_wasserstein1_1d, rng, "largest-gap")
