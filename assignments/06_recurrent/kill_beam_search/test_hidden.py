"""Which flaws of beam search does the student's test notice?"""

from autograder.suite import points


def test_notices_what_becomes_of_finished_ones(student, versions, rng):
    """It notices hypotheses that are lost when they end, or are continued after their end."""
    versions.check(student.test_beam_search, rng, "loses-finished", "expands-finished")


def test_notices_a_wrong_greatest_length(student, versions, rng):
    """It notices a search that does not go on to the greatest length."""
    shorter = "mutant: beam_search: off by one: range(max_len) -> range(max_len - 1)"
    versions.check(student.test_beam_search, rng, shorter)


@points(2)
def test_notices_a_beam_that_grows(student, versions, rng):
    """It notices a beam that keeps more than k continuations in a step."""
    versions.check(student.test_beam_search, rng, "per-parent")


@points(2)
def test_notices_a_wrong_ranking(student, versions, rng):
    """It notices continuations that are ranked by something else than their sum."""
    versions.check(student.test_beam_search, rng, "conditional")


@points(2)
def test_notices_a_search_that_ends_too_early(student, versions, rng):
    """It notices a search that ends with its first complete hypothesis."""
    versions.check(student.test_beam_search, rng, "first-eos")


@points(2)
def test_notices_a_length_that_counts_too_early(student, versions, rng):
    """It notices scores that are divided by the length at the wrong time."""
    versions.check(student.test_beam_search, rng, "prune-normalised")
