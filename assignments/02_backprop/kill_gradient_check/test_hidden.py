"""Which flaws of a gradient checker does the student's test notice?"""

import numpy as np

from autograder.suite import points


def called(module, claimed, w, x, h=1e-5):
    """Functions cannot be handed over: the loss is fixed, and what is claimed is an array."""
    return module.gradient_check(lambda z: float((w * np.sin(z)).sum()), lambda z: claimed, x, h)


def test_notices_an_absolute_error(student, versions, rng):
    """It notices an error that is not measured in units of the gradients."""
    versions.check(student.test_gradient_check, rng, "absolute", through=called)


def test_notices_a_wrong_unit(student, versions, rng):
    """It notices an error that is divided by the size of one of the two gradients only."""
    one = "mutant: gradient_check: term dropped: np.abs(analytic).max() + np.abs(numeric).max() -> np.abs(analytic).max()"
    other = "mutant: gradient_check: term dropped: np.abs(analytic).max() + np.abs(numeric).max() -> np.abs(numeric).max()"
    versions.check(student.test_gradient_check, rng, one, other, through=called)


@points(2)
def test_notices_a_single_wrong_entry_that_is_overlooked(student, versions, rng):
    """It notices a checker that overlooks a single wrong entry."""
    least = "mutant: gradient_check: function: np.abs(analytic - numeric).max() -> np.abs(analytic - numeric).min()"
    versions.check(student.test_gradient_check, rng, "averaged", least, through=called)


@points(2)
def test_notices_a_wrong_sign_that_is_overlooked(student, versions, rng):
    """It notices a checker that overlooks a wrong sign."""
    versions.check(student.test_gradient_check, rng, "norms-only", "signless", through=called)


@points(2)
def test_notices_claims_that_are_too_small(student, versions, rng):
    """It notices a checker that overlooks entries which are too small."""
    one_sided = "mutant: gradient_check: function dropped: np.abs(analytic - numeric) -> (analytic - numeric)"
    versions.check(student.test_gradient_check, rng, one_sided, through=called)


@points(2)
def test_notices_false_alarms(student, versions, rng):
    """It notices a checker that raises an alarm for a right gradient with entries of 0."""
    versions.check(student.test_gradient_check, rng, "elementwise", through=called)
