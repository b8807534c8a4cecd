"""Which flaws of dropout does the student's test notice?"""

from autograder.suite import points


def called(module, x, p_drop, mask, train):
    """Without the cache, which is the implementation's own affair."""
    return module.dropout_forward(x, p_drop, mask, train)[0]


def test_notices_units_that_are_not_dropped(student, versions, rng):
    """It notices units that should be dropped and are not."""
    versions.check(student.test_dropout, rng, "mutant: dropout_forward: factor dropped: x * mask -> x", through=called)


def test_notices_survivors_that_are_not_scaled(student, versions, rng):
    """It notices survivors that are not scaled up."""
    versions.check(student.test_dropout, rng, "no-scale", through=called)


@points(2)
def test_notices_a_wrong_factor(student, versions, rng):
    """It notices survivors that are scaled by a wrong factor."""
    down = "mutant: dropout_forward: operator: x * mask / keep -> x * mask * keep"
    versions.check(student.test_dropout, rng, "divide-by-drop", down, through=called)


@points(2)
def test_notices_a_mask_in_evaluation(student, versions, rng):
    """It notices units that are dropped in evaluation."""
    versions.check(student.test_dropout, rng, "eval-masked", through=called)


@points(2)
def test_notices_a_factor_in_evaluation(student, versions, rng):
    """It notices a factor in evaluation."""
    versions.check(student.test_dropout, rng, "eval-scaled", through=called)


@points(2)
def test_notices_overwritten_activations(student, versions, rng):
    """It notices that the activations which came in are overwritten."""
    versions.check(student.test_dropout, rng, "in-place", through=called)
