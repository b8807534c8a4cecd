"""Which flaws of a cross-entropy does the student's test notice?"""

from autograder.suite import points


def called(module, Z, labels, reduction="mean"):
    """The exercise has two functions; the one for logits is tested."""
    return module.cross_entropy_logits(Z, labels, reduction)


def test_notices_a_wrong_formula(student, versions, rng):
    """It notices a softmax that is applied twice, or along the wrong axis."""
    versions.check(student.test_cross_entropy, rng, "double-softmax", "wrong-axis", through=called)


def test_notices_a_wrong_divisor(student, versions, rng):
    """It notices a loss that is divided by the number of classes."""
    versions.check(student.test_cross_entropy, rng, "class-mean", through=called)


@points(2)
def test_notices_labels_of_other_samples(student, versions, rng):
    """It notices that samples are paired with the labels of others."""
    versions.check(student.test_cross_entropy, rng, "index-outer", through=called)


@points(2)
def test_notices_a_wrong_reduction(student, versions, rng):
    """It notices a mean where the sum was asked for, and a sum where the mean was."""
    always_sum = "mutant: cross_entropy_logits: mean/sum: losses.mean() -> losses.sum()"
    always_mean = "mutant: cross_entropy_logits: mean/sum: losses.sum() -> losses.mean()"
    versions.check(student.test_cross_entropy, rng, always_sum, always_mean, through=called)


@points(2)
def test_notices_probabilities_that_vanish(student, versions, rng):
    """It notices a loss that goes by way of a probability which is rounded to 0."""
    versions.check(student.test_cross_entropy, rng, "underflow", through=called)


@points(2)
def test_notices_exponentials_that_overflow(student, versions, rng):
    """It notices exponentials that overflow where the logits of a sample lie far apart."""
    least = "mutant: cross_entropy_logits: function: Z.max(axis=1) -> Z.min(axis=1)"
    versions.check(student.test_cross_entropy, rng, least, through=called)
