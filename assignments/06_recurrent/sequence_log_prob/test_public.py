import numpy as np

from autograder.suite import assert_close, assert_shape


def test_two_coins(student):
    """Two tokens with probabilities 1/4 and 1/2 have log-probability -ln 8; if only the first counts, -ln 4."""
    logits = np.log(np.array([[[0.75, 0.25], [0.5, 0.5]]] * 2))
    ids, mask = np.array([[1, 0], [1, 0]]), np.array([[True, True], [True, False]])
    assert_close(student.sequence_log_prob(logits, ids, mask), -np.log([8.0, 4.0]), "log-probabilities")


def test_one_number_a_sequence(student, rng):
    """Three sequences of five tokens give three numbers, none of them positive."""
    found = student.sequence_log_prob(rng.normal(size=(3, 5, 4)), rng.integers(0, 4, size=(3, 5)), np.ones((3, 5), dtype=bool))
    assert_shape(found, (3,), "log-probabilities")
    assert (np.asarray(found) <= 0).all(), "a log-probability is never positive"
