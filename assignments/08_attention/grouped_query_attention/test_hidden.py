import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, leaves_arguments, points

B, T, E, H, G, D = 2, 5, 7, 6, 2, 3
AXES = ("batch", "token", "feature")


def draw(rng, h=H, g=G, d=D, e=E, b=B, t=T):
    """Scores of moderate size; no two heads alike."""
    x = rng.normal(size=(b, t, e))
    wq, wk = rng.normal(size=(e, h * d)) * 1.5 / np.sqrt(e), rng.normal(size=(e, g * d)) / np.sqrt(e)
    return x, wq, wk, rng.normal(size=(e, g * d)), rng.normal(size=(h * d, e)) / np.sqrt(h * d)


def wide(w, g, copies):
    """Every head's columns, as often as query heads read them."""
    return np.concatenate([part for part in np.split(w, g, axis=1) for _ in range(copies)], axis=1)


@points(3)
def test_groups_share_keys_and_values(student, reference, rng):
    """out is that of query heads of which neighbours share keys and values."""
    for h, g, *sizes in ((H, G, D, E, B, T), (2, 1, 2, 4, 4, 4), (4, 2, 2, 4, 4, 4)):  # also square matrices
        given = draw(rng, h, g, *sizes)
        expected = reference.grouped_query_attention(*given, h, g)
        assert_close(student.grouped_query_attention(*given, h, g), expected, "out", axes=AXES)


def test_each_head_has_its_own_block(student, reference, rng):
    """With wo the identity, the first features of out come from query head 0, the next from head 1, and so on."""
    x, wq, wk, wv, _ = draw(rng)
    eye = np.eye(H * D)
    out = student.grouped_query_attention(x, wq, wk, wv, eye, H, G)
    expected = reference.grouped_query_attention(x, wq, wk, wv, eye, H, G).reshape(B, T, H, D)
    assert_close(
        np.reshape(out, (B, T, H, D)) if np.shape(out) == (B, T, H * D) else out,
        expected,
        "out, cut into heads",
        axes=("batch", "token", "head", "feature"),
    )


def test_repeated_columns_make_it_multi_head(student, reference, rng):
    """Writing each shared head down once for every query head that reads it changes nothing."""
    x, wq, wk, wv, wo = draw(rng)
    shared = student.grouped_query_attention(x, wq, wk, wv, wo, H, G)
    spelled = student.grouped_query_attention(x, wq, wide(wk, G, H // G), wide(wv, G, H // G), wo, H, H)
    assert_true(np.ptp(shared, axis=1).min() > 1e-9, "out is the same for every token")
    assert_close(spelled, shared, "out with the columns repeated", axes=AXES)


def test_as_many_groups_as_heads(student, reference, rng):
    """With g = h every query head has keys and values of its own: multi-head attention."""
    given = draw(rng, h=4, g=4)
    expected = reference.grouped_query_attention(*given, 4, 4)
    assert_close(student.grouped_query_attention(*given, 4, 4), expected, "out", axes=AXES)


def test_multi_query(student, reference, rng):
    """With g = 1 all query heads read the same keys and values, each with its own queries."""
    given = draw(rng, h=4, g=1)
    expected = reference.grouped_query_attention(*given, 4, 1)
    assert_close(student.grouped_query_attention(*given, 4, 1), expected, "out", axes=AXES)


def test_exchanging_groups(student, rng):
    """Exchanging whole groups together with their shared heads and their rows of wo changes nothing."""
    x, wq, wk, wv, wo = draw(rng)
    out = student.grouped_query_attention(x, wq, wk, wv, wo, H, G)
    turned = np.roll(wq, H // G * D, axis=1), np.roll(wk, D, axis=1), np.roll(wv, D, axis=1)
    again = student.grouped_query_attention(x, *turned, np.roll(wo, H // G * D, axis=0), H, G)
    assert_true(np.ptp(out, axis=1).min() > 1e-9, "out is the same for every token")
    assert_close(again, out, "out with exchanged groups", axes=AXES)


@leaves_arguments
def test_causal_mask(student, reference, rng):
    """Under a mask, queries look only where it is True."""
    given = draw(rng)
    mask = np.tri(T, dtype=bool)
    expected = reference.grouped_query_attention(*given, H, G, mask)
    assert_close(student.grouped_query_attention(*given, H, G, mask), expected, "out", axes=AXES)


def test_a_mask_for_each_sample_and_head(student, reference, rng):
    """A mask may differ between samples and query heads."""
    given = draw(rng)
    mask = rng.permuted(np.tile([True, True, True, False, False], (B, H, T, 1)), axis=-1)
    expected = reference.grouped_query_attention(*given, H, G, mask)
    assert_close(student.grouped_query_attention(*given, H, G, mask=mask), expected, "out", axes=AXES)


def test_a_token_that_may_look_nowhere(student, reference, rng):
    """A token without any allowed key has output 0, never nan; the others are as always."""
    given = draw(rng)
    mask = np.tri(T, dtype=bool)
    mask[2] = False
    expected = reference.grouped_query_attention(*given, H, G, mask)
    assert_close(student.grouped_query_attention(*given, H, G, mask), expected, "out", axes=AXES)


def test_uneven_groups_are_refused(student, rng):
    """If g does not divide h, that is a ValueError."""
    with pytest.raises(ValueError):
        student.grouped_query_attention(*draw(rng, h=6, g=4), 6, 4)
    with pytest.raises(ValueError):
        student.grouped_query_attention(*draw(rng, h=2, g=4), 2, 4)
