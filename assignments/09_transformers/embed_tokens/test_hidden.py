import numpy as np
import pytest

from autograder.suite import assert_close, definition, leaves_arguments, points

AXES = ("sequence", "position", "feature")


def draw(rng, n=3, t=5, v=7, d=6, t_max=9):
    return rng.integers(v, size=(n, t)), rng.normal(size=(v, d)), rng.normal(size=(t_max, d))


@points(2)
def test_tokens_match_the_definition(student, reference, rng):
    """The result is the scaled row of the token plus the row of its position."""
    for sizes in ((3, 5, 7, 6, 9), (4, 4, 4, 4, 4), (2, 3, 5, 7, 3)):
        given = draw(rng, *sizes)
        assert_close(student.embed_tokens(*given), reference.embed_tokens(*given), "the vectors", axes=AXES)


def test_without_the_factor(student, reference, rng):
    """With scale=False the row of the token is added as it is."""
    given = draw(rng)
    expected = reference.embed_tokens(*given, scale=False)
    assert_close(student.embed_tokens(*given, scale=False), expected, "the vectors", axes=AXES)


@definition
def test_a_position_is_the_same_for_every_token(student, rng):
    """Two sequences that have a token in common differ there by their positions alone."""
    _, E, pe = draw(rng)
    out = student.embed_tokens(np.array([[4, 1, 2], [2, 4, 1]]), E, pe)
    assert_close(out[1, 1] - out[0, 0], pe[1] - pe[0], "difference of token 4 at positions 1 and 0")
    assert_close(out[0, 0] - pe[0], np.sqrt(6) * E[4], "token 4 without its position")


@leaves_arguments
@points(2)
def test_three_tables_match_the_definition(student, reference, rng):
    """The input of BERT is the sum of the rows of token, segment and position."""
    for n, t, v, t_max in ((3, 5, 7, 9), (6, 6, 6, 6)):
        ids, E, pe = draw(rng, n, t, v, t_max=t_max)
        given = (ids, rng.integers(2, size=(n, t)), E, rng.normal(size=(2, 6)), pe)
        assert_close(student.bert_embed(*given), reference.bert_embed(*given), "the vectors", axes=AXES)


@definition
def test_another_segment(student, rng):
    """Exchanging the segments moves every vector by the difference of the two rows."""
    ids, E, pe = draw(rng)
    segments, Eseg = np.repeat([[0, 0, 1, 1, 1]], 3, axis=0), rng.normal(size=(2, 6))
    change = student.bert_embed(ids, 1 - segments, E, Eseg, pe) - student.bert_embed(ids, segments, E, Eseg, pe)
    right = np.where(segments[:, :, None] == 0, Eseg[1] - Eseg[0], Eseg[0] - Eseg[1])
    assert_close(change, right, "change of the vectors", axes=AXES)


def test_bad_ids_are_refused(student, rng):
    """Too many tokens, a token that is not in the table (negative ones included) and a third segment are
    ValueErrors."""
    ids, E, pe = draw(rng)
    Eseg, segments = rng.normal(size=(2, 6)), np.zeros((3, 5), dtype=int)
    too_large, negative = ids.copy(), ids.copy()
    too_large[1, 2], negative[2, 0] = 7, -1
    for wrong in (too_large, negative):
        with pytest.raises(ValueError, match="ids"):
            student.embed_tokens(wrong, E, pe)
        with pytest.raises(ValueError, match="ids"):
            student.bert_embed(wrong, segments, E, Eseg, pe)
    with pytest.raises(ValueError):
        student.embed_tokens(ids, E, pe[:4])
    with pytest.raises(ValueError):
        student.bert_embed(ids, segments, E, Eseg, pe[:4])
    for third in (2, -1):
        wrong = segments.copy()
        wrong[1, 3] = third  # one is enough
        with pytest.raises(ValueError, match="segments"):
            student.bert_embed(ids, wrong, E, Eseg, pe)
