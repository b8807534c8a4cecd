import numpy as np

from autograder.suite import accepts, assert_true


def test_refuses_zero(student):
    """A loss that is always 0 is refused."""

    def zero(Z, labels, reduction="mean"):
        return 0.0

    assert_true(not accepts(student.test_cross_entropy, zero), "your test accepts a loss that is always 0")


def test_refuses_what_ignores_the_labels(student):
    """A loss that does not look at the labels is refused."""

    def unlabelled(Z, labels, reduction="mean"):
        return float(np.log(Z.shape[1]))

    assert_true(
        not accepts(student.test_cross_entropy, unlabelled), "your test accepts a loss that does not depend on the labels"
    )


def test_refuses_a_share_of_errors(student):
    """A loss that counts wrong predictions is refused."""

    def errors(Z, labels, reduction="mean"):
        wrong = Z.argmax(axis=1) != labels
        return float(wrong.sum() if reduction == "sum" else wrong.mean())

    assert_true(not accepts(student.test_cross_entropy, errors), "your test accepts a count of wrong predictions")
