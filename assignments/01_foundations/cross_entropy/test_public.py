import numpy as np

from autograder.suite import assert_close

P = np.array([[0.1, 0.8, 0.1], [0.9, 0.1, 0.0], [0.0, 0.0, 1.0]])


def test_three_samples(student):
    """Classes 1, 0 and 2 got the probabilities 0.8, 0.9 and 1: the loss is 0.109501."""
    assert_close(student.cross_entropy_probs(P, np.eye(3)[[1, 0, 2]]), 0.109501, "the loss", atol=1e-6)


def test_logits(student):
    """Logits (1, 2, 3) and class 2: 0.407606."""
    assert_close(student.cross_entropy_logits(np.array([[1.0, 2.0, 3.0]]), np.array([2])), 0.407606, "the loss", atol=1e-6)


def test_equal_logits(student):
    """Ten equal logits cost ln 10, whatever the label."""
    assert_close(student.cross_entropy_logits(np.zeros((2, 10)), np.array([3, 7])), float(np.log(10)), "the loss")
