"""Which flaws of an implementation of masked softmax does the student's test notice?"""

from autograder.suite import points


def test_notices_a_mask_that_is_read_wrongly(student, versions, rng):
    """It notices a mask that is read the wrong way round, or that makes a forbidden score an ordinary one."""
    versions.check(student.test_masked_softmax, rng, "inverted", "zero-score")


def test_notices_weights_that_do_not_add_up(student, versions, rng):
    """It notices weights whose sum over a row is not 1."""
    versions.check(student.test_masked_softmax, rng, "after-softmax", "other-axis")


@points(2)
def test_notices_traces_of_forbidden_scores(student, versions, rng):
    """It notices forbidden entries that keep some weight next to low scores."""
    versions.check(student.test_masked_softmax, rng, "small-constant")


@points(2)
def test_notices_a_row_without_any_key(student, versions, rng):
    """It notices what becomes of a row in which nothing is allowed."""
    versions.check(student.test_masked_softmax, rng, "nan-row", "finite-minus")


@points(2)
def test_notices_scores_of_very_different_sizes(student, versions, rng):
    """It notices exponentials that overflow, and rows that vanish beside greater ones."""
    versions.check(student.test_masked_softmax, rng, "unstable", "one-maximum")


@points(2)
def test_notices_overwritten_scores(student, versions, rng):
    """It notices that the scores which came in are overwritten."""
    versions.check(student.test_masked_softmax, rng, "in-place")
