import numpy as np

from autograder.suite import accepts, assert_true


def test_refuses_zeros(student):
    """An implementation that gives the weight 0 to everything is refused."""
    assert_true(
        not accepts(student.test_masked_softmax, lambda scores, mask: np.zeros_like(scores)),
        "your test accepts weights that are all 0",
    )


def test_refuses_equal_weights(student):
    """An implementation that gives all allowed entries of a row the same weight is refused."""

    def equal(scores, mask):
        allowed = np.broadcast_to(mask, scores.shape)
        return allowed / np.maximum(allowed.sum(axis=-1, keepdims=True), 1)

    assert_true(not accepts(student.test_masked_softmax, equal), "your test accepts weights that do not depend on the scores")


def test_refuses_a_single_winner(student):
    """An implementation that gives all the weight to the greatest score is refused."""

    def hardest(scores, mask):
        visible = np.where(mask, scores, -np.inf)
        return (visible == visible.max(axis=-1, keepdims=True)).astype(float)

    assert_true(not accepts(student.test_masked_softmax, hardest), "your test accepts all the weight on one entry")
