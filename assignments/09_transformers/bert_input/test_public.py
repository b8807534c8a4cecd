import numpy as np
import pytest

from autograder.suite import assert_equal


def test_two_sentences(student):
    """Sentences of two tokens and one token in a row of 8."""
    ids, segments, mask = student.bert_input([11, 12], [21], 1, 2, 0, 8)
    assert_equal(np.asarray(ids).tolist(), [1, 11, 12, 2, 21, 2, 0, 0], "ids")
    assert_equal(np.asarray(segments).tolist(), [0, 0, 0, 0, 1, 1, 0, 0], "segments")
    assert_equal(np.asarray(mask).tolist(), [True] * 6 + [False] * 2, "mask")


def test_one_sentence(student):
    """A single sentence has one separator."""
    ids, segments, _mask = student.bert_input([11, 12], None, 1, 2, 0, 5)
    assert_equal(np.asarray(ids).tolist(), [1, 11, 12, 2, 0], "ids")
    assert_equal(np.asarray(segments).tolist(), [0] * 5, "segments")


def test_no_room(student):
    """Two places cannot hold three special tokens."""
    with pytest.raises(ValueError):
        student.bert_input([11], [21], 1, 2, 0, 2)
