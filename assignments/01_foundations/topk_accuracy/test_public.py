import numpy as np

from autograder.suite import assert_close

SCORES = np.array([[0.1, 0.7, 0.2], [0.5, 0.3, 0.2], [0.2, 0.3, 0.5], [0.6, 0.1, 0.3]])
LABELS = np.array([1, 1, 0, 0])


def test_one_guess(student):
    """Two of four labels have the largest score."""
    assert_close(student.topk_accuracy(SCORES, LABELS), 0.5, "the accuracy")


def test_two_guesses(student):
    """Three of four labels are among the two largest scores."""
    assert_close(student.topk_accuracy(SCORES, LABELS, 2), 0.75, "the accuracy")
