"""Which flaws of a jump of DDIM does the student's test notice?"""

from autograder.suite import points


def test_notices_a_wrong_guess_of_the_data(student, versions, rng):
    """It notices a wrong guess of the data in x_t."""
    versions.check(student.test_ddim_step, rng, "x0-unrescaled", "no-divide", "alpha-not-bar")


def test_notices_variances_used_as_factors(student, versions, rng):
    """It notices data and noise that are mixed by their variances."""
    versions.check(student.test_ddim_step, rng, "no-roots")


@points(2)
def test_notices_fresh_noise_whatever_eta_is(student, versions, rng):
    """It notices fresh noise that does not depend on eta."""
    versions.check(student.test_ddim_step, rng, "noise-at-eta0")


@points(2)
def test_notices_fresh_noise_of_a_wrong_size(student, versions, rng):
    """It notices fresh noise with a wrong factor in front of it."""
    flipped = "mutant: ddim_step: sign: x_prev + sigma * noise -> x_prev - sigma * noise"
    versions.check(student.test_ddim_step, rng, "eta-squared", "levels-swapped", flipped)


@points(2)
def test_notices_old_noise_of_a_wrong_size(student, versions, rng):
    """It notices old noise that does not leave the right room for the fresh noise."""
    versions.check(student.test_ddim_step, rng, "direction-unreduced", "sigma-not-squared")


@points(2)
def test_notices_rounding_under_a_root(student, versions, rng):
    """It notices what rounding can do where hardly anything is left of the data."""
    versions.check(student.test_ddim_step, rng, "below-zero")
