"""Which flaws of the language model's loss does the student's test notice?"""

from autograder.suite import points


def test_notices_wrong_targets(student, versions, rng):
    """It notices that logits are held against the wrong tokens."""
    versions.check(student.test_gpt_loss, rng, "no-shift", "shift-back", "wrap")


@points(2)
def test_notices_a_mask_at_the_wrong_place(student, versions, rng):
    """It notices a mask that is ignored, or used at the place that predicts."""
    versions.check(student.test_gpt_loss, rng, "mask-inputs", "mask-ignored")


@points(2)
def test_notices_wrong_divisors(student, versions, rng):
    """It notices that a sum is divided by the wrong number."""
    versions.check(student.test_gpt_loss, rng, "token-mean", "divide-all", "counts-first")


@points(2)
def test_notices_a_gradient_that_does_not_fit(student, versions, rng):
    """It notices a gradient that does not belong to the loss."""
    versions.check(student.test_gpt_loss, rng, "grad-unmasked")


@points(2)
def test_notices_edges(student, versions, rng):
    """It notices what goes wrong if no target counts, or if logits are large."""
    versions.check(student.test_gpt_loss, rng, "nan-empty", "overflow")
