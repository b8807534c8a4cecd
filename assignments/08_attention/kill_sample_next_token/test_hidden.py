"""Which flaws of drawing the next token does the student's test notice?"""

from autograder.suite import points


def test_notices_arguments_without_effect(student, versions, rng):
    """It notices that u or top_k has no effect."""
    versions.check(student.test_sample_next_token, rng, "argmax", "top-k-ignored")


def test_notices_a_wrong_temperature(student, versions, rng):
    """It notices a temperature that acts the wrong way round, or at the wrong place."""
    versions.check(student.test_sample_next_token, rng, "tau-multiplied", "tau-on-probs")


@points(2)
def test_notices_shared_numbers(student, versions, rng):
    """It notices that all rows use the same random number."""
    versions.check(student.test_sample_next_token, rng, "shared-u")


@points(2)
def test_notices_other_draws_of_the_same_distribution(student, versions, rng):
    """It notices ids with the right frequencies that are not those asked for."""
    versions.check(student.test_sample_next_token, rng, "complement")


@points(2)
def test_notices_probabilities_that_do_not_add_up(student, versions, rng):
    """It notices probabilities that do not sum to 1 after the choice of the top k."""
    versions.check(student.test_sample_next_token, rng, "no-renormalise")


@points(2)
def test_notices_edges(student, versions, rng):
    """It notices what goes wrong at the edges: at a temperature of 0, and at u = 0."""
    versions.check(student.test_sample_next_token, rng, "zero-temperature", "reaches")


@points(2)
def test_notices_large_logits(student, versions, rng):
    """It notices exponentials that overflow."""
    versions.check(student.test_sample_next_token, rng, "unstable")
