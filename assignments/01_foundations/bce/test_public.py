import numpy as np

from autograder.suite import assert_close, assert_true


def test_two_probabilities(student):
    """p = (0.9, 0.2) for the answers (1, 0) costs 0.164252."""
    assert_close(student.bce_loss(np.array([0.9, 0.2]), np.array([1.0, 0.0])), 0.164252, "the loss", atol=1e-6)


def test_certain_and_wrong(student):
    """A probability of exactly 0 for what happened is expensive, but finite."""
    assert_true(np.isfinite(student.bce_loss(np.array([0.0, 1.0]), np.array([1.0, 0.0]))), "the loss is not finite")


def test_logits(student):
    """A logit of 0 costs ln 2; a logit of 1000 for a "no" costs 1000."""
    assert_close(student.bce_from_logits(np.array([0.0]), np.array([1.0])), float(np.log(2)), "the loss")
    assert_close(student.bce_from_logits(np.array([1000.0]), np.array([0.0])), 1000.0, "the loss of a large logit")
