import numpy as np

from autograder.suite import assert_equal


def test_four_fates(student):
    """One token is hidden, one exchanged, one chosen but kept, and one not chosen."""
    ids = np.array([[10, 11, 12, 13]])
    inputs, labels = student.bert_mask_tokens(
        ids,
        np.zeros((1, 4), dtype=bool),
        np.array([[0.1, 0.1, 0.1, 0.5]]),
        np.array([[0.3, 0.85, 0.95, 0.3]]),
        np.array([[20, 21, 22, 23]]),
        99,
    )
    assert_equal(np.asarray(inputs).tolist(), [[99, 21, 12, 13]], "inputs")
    assert_equal(np.asarray(labels).tolist(), [[10, 11, 12, -100]], "labels")


def test_special_tokens_are_left_alone(student):
    """A special token is never chosen."""
    few = np.zeros((1, 2))
    inputs, labels = student.bert_mask_tokens(np.array([[5, 6]]), np.array([[True, False]]), few, few, np.array([[1, 1]]), 9)
    assert_equal(np.asarray(inputs).tolist(), [[5, 9]], "inputs")
    assert_equal(np.asarray(labels).tolist(), [[-100, 6]], "labels")
