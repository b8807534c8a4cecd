import numpy as np

from autograder.suite import assert_close, assert_true, definition, leaves_arguments, points

T, D, DV = 9, 4, 3
AXES = ("query", "feature")


def draw(rng, t=T, d=D, dv=DV):
    """Scores that spread, so that every neighbour counts."""
    return 1.5 * rng.normal(size=(t, d)), rng.normal(size=(t, d)), rng.normal(size=(t, dv))


def with_the_band(q, k, v, w):
    """Attention over all keys, with everything outside the band forbidden."""
    places = np.arange(len(q))
    scores = np.where(np.abs(places[:, None] - places) <= w, q @ k.T / np.sqrt(q.shape[1]), -np.inf)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True) @ v


@definition
@points(2)
def test_output_matches_the_band(student, rng):
    """Every query reads what attention with a band mask reads, also where axes are equally long."""
    for (t, d, dv), w in (((T, D, DV), 2), ((5, 5, 5), 2)):
        given = draw(rng, t, d, dv)
        assert_close(student.local_attention(*given, w), with_the_band(*given, w), "out", axes=AXES)


@leaves_arguments
@points(2)
def test_windows_of_all_sizes(student, reference, rng):
    """Windows of 0, 1, 3 and 4 to each side come out right."""
    given = draw(rng)
    for w in (0, 1, 3, 4):
        out = student.local_attention(*given, w)
        assert_close(out, reference.local_attention(*given, w), f"out for w = {w}", axes=AXES)


@definition
def test_a_window_beyond_the_sequence_is_full_attention(student, rng):
    """With w = T - 1 and more, every query sees everything."""
    given = draw(rng)
    for w in (T - 1, T, 3 * T):
        assert_close(student.local_attention(*given, w), with_the_band(*given, T), f"out for w = {w}", axes=AXES)


def test_the_ends_share_all_of_the_weight(student, reference, rng):
    """At the ends the weights are shared by the neighbours that exist: equal values are read as they are."""
    q, k, v = draw(rng)
    assert_close(student.local_attention(q, k, np.full((T, 2), 5.0), 3), np.full((T, 2), 5.0), "out of equal values")
    out, right = student.local_attention(q, k, v, 3), reference.local_attention(q, k, v, 3)
    assert_close(out[0], right[0], "out of the first token")
    assert_close(out[-1], right[-1], "out of the last token")


def test_far_tokens_have_no_influence(student, reference, rng):
    """Changing key and value of one token changes what its neighbours within w read, and nothing else."""
    q, k, v = draw(rng, 12)
    before = student.local_attention(q, k, v, 2)
    assert_close(before, reference.local_attention(q, k, v, 2), "out", axes=AXES)
    k[6], v[6] = k[6] + 2, v[6] - 3
    changed = np.abs(student.local_attention(q, k, v, 2) - before).max(axis=1) > 1e-9
    assert_true(np.array_equal(np.flatnonzero(changed), np.arange(4, 9)), "other tokens changed than those within reach")


@definition
def test_large_scores(student, rng):
    """Queries a thousand times as long are no problem."""
    q, k, v = draw(rng)
    assert_close(student.local_attention(1000 * q, k, v, 2), with_the_band(1000 * q, k, v, 2), "out", axes=AXES)


@definition
def test_sequences_of_one_and_two(student, rng):
    """One token reads itself, two tokens read each other, however wide the window."""
    for t in (1, 2):
        given = draw(rng, t)
        assert_close(student.local_attention(*given, 3), with_the_band(*given, 3), f"out of {t} tokens", axes=AXES)


@points(5)  # the cost is what the exercise is about
def test_a_hundred_thousand_tokens(student, reference, rng):
    """100000 tokens with a window of 2 fit into time and memory: a map of all pairs would need 80 GB."""
    given = draw(rng, 100_000, 2, 2)
    out = student.local_attention(*given, 2)
    assert_close(out, reference.local_attention(*given, 2), "out of a long sequence", axes=AXES)
