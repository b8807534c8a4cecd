import numpy as np
import pytest

from autograder.suite import assert_equal, assert_shape, definition, leaves_arguments, points

CLS, SEP, PAD = 101, 102, 7


def sentence(rng, n):
    return [int(t) for t in rng.integers(200, 900, size=n)]


def check(student, reference, a, b, max_len):
    ids, segments, mask = student.bert_input(a, b, CLS, SEP, PAD, max_len)
    got = ids, segments, mask
    for name, found, right in zip(("ids", "segments", "mask"), got, reference.bert_input(a, b, CLS, SEP, PAD, max_len)):
        assert_shape(found, (max_len,), name)
        assert_equal(found.tolist(), right.tolist(), name)


@points(2)
def test_two_sentences_that_fit(student, reference, rng):
    """Two sentences with room to spare, and without."""
    check(student, reference, sentence(rng, 4), sentence(rng, 3), 14)
    check(student, reference, sentence(rng, 2), sentence(rng, 5), 10)


def test_one_sentence(student, reference, rng):
    """A single sentence has one separator, and segment 0 throughout; an empty second one still has its separator."""
    check(student, reference, sentence(rng, 4), None, 9)
    check(student, reference, sentence(rng, 9), None, 8)
    check(student, reference, sentence(rng, 4), [], 9)
    check(student, reference, [], None, 3)


@leaves_arguments
@points(3)
def test_what_does_not_fit_is_cut(student, reference, rng):
    """One token after the other is cut off at the end of the longer sentence; of equal ones, the second is cut."""
    for n, m, max_len in ((8, 3, 9), (3, 8, 9), (6, 6, 10), (6, 6, 11), (5, 6, 8), (9, 2, 4), (4, 4, 3), (5, 0, 6)):
        check(student, reference, sentence(rng, n), sentence(rng, m), max_len)


@definition
def test_the_beginning_of_both_sentences_is_kept(student, rng):
    """Sentences of 7 and 5 tokens in a row of 11 keep their first four tokens each, with separators behind them."""
    a, b = sentence(rng, 7), sentence(rng, 5)
    ids, segments, mask = student.bert_input(a, b, CLS, SEP, PAD, 11)
    assert_equal(ids.tolist(), [CLS, *a[:4], SEP, *b[:4], SEP], "ids")
    assert_equal(segments.tolist(), [0] * 6 + [1] * 5, "segments")
    assert_equal(mask.tolist(), [True] * 11, "mask")


@definition
def test_padding(student, rng):
    """At the padding the segment is 0 and the mask False; special tokens are not padding."""
    ids, segments, mask = student.bert_input(sentence(rng, 2), sentence(rng, 2), CLS, SEP, PAD, 12)
    assert_equal(mask.tolist(), [True] * 7 + [False] * 5, "mask")
    assert_equal(ids.tolist()[7:], [PAD] * 5, "ids at the padding")
    assert_equal(segments.tolist(), [0] * 4 + [1] * 3 + [0] * 5, "segments")


def test_no_room_for_special_tokens(student, rng):
    """If the special tokens do not fit, that is a ValueError that names max_len; if just they fit, nothing else is
    there."""
    for b, least in ((None, 2), ([4, 5], 3)):
        with pytest.raises(ValueError, match="max_len"):
            student.bert_input(sentence(rng, 2), b, CLS, SEP, PAD, least - 1)
        ids, _, _ = student.bert_input(sentence(rng, 2), b, CLS, SEP, PAD, least)
        assert_equal(np.asarray(ids).tolist(), [CLS] + [SEP] * (least - 1), "ids")
