import numpy as np
import pytest

from autograder.suite import assert_close


def test_a_known_sentence(student):
    """Tokens 2 and 0 with 4 features: the root of 4 doubles the rows of the table, then the positions are added."""
    E = np.array([[1.0, 2.0, 3.0, 4.0], [9.0, 9.0, 9.0, 9.0], [0.5, 0.0, -1.0, 0.0]])
    pe = np.array([[0.0, 1.0, 0.0, 1.0], [10.0, 20.0, 30.0, 40.0], [7.0, 7.0, 7.0, 7.0]])
    out = student.embed_tokens(np.array([[2, 0]]), E, pe)
    assert_close(out, np.array([[[1.0, 1.0, -2.0, 1.0], [12.0, 24.0, 36.0, 48.0]]]), "the vectors")


def test_three_tables(student):
    """Token, segment and position are added."""
    out = student.bert_embed(
        np.array([[1, 0]]),
        np.array([[0, 1]]),
        np.array([[1.0], [2.0]]),
        np.array([[10.0], [20.0]]),
        np.array([[100.0], [200.0]]),
    )
    assert_close(out, np.array([[[112.0], [221.0]]]), "the vectors")


def test_too_long(student):
    """More tokens than positions is a ValueError."""
    with pytest.raises(ValueError):
        student.embed_tokens(np.zeros((1, 3), dtype=int), np.ones((4, 2)), np.ones((2, 2)))
