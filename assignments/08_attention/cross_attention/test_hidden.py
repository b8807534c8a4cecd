import numpy as np

from autograder.suite import assert_close, assert_true, leaves_arguments, points, show_map

B, T, S, DD, DE, DK, DV = 2, 4, 5, 3, 6, 7, 2
MAP_AXES = ("batch", "decoder position", "encoder position")


def draw(rng, t=T, s=S, dd=DD, de=DE, dk=DK, dv=DV, b=B):
    """Scores of moderate size, whatever the widths."""
    x_dec, x_enc = rng.normal(size=(b, t, dd)), rng.normal(size=(b, s, de))
    wq, wk = rng.normal(size=(dd, dk)) / np.sqrt(dd), rng.normal(size=(de, dk)) * 1.5 / np.sqrt(de)
    return x_dec, x_enc, wq, wk, rng.normal(size=(de, dv))


def check(got, expected):
    out, weights = got
    if isinstance(weights, np.ndarray) and weights.ndim == 3:
        show_map(weights[0], "your attention weights", rows="decoder positions", columns="encoder positions")
    assert_close(weights, expected[1], "weights", axes=MAP_AXES)
    assert_close(out, expected[0], "out", axes=("batch", "decoder position", "feature"))


@points(3)
def test_decoder_positions_look_at_encoder_positions(student, reference, rng):
    """Queries come from the decoder, keys and values from the encoder."""
    given = draw(rng)
    check(student.cross_attention(*given), reference.cross_attention(*given))


@points(2)
def test_equal_lengths_and_widths(student, reference, rng):
    """With as many positions and features on both sides, the two are still not exchanged."""
    for d, b in ((3, B), (4, 4)):
        given = draw(rng, t=4, s=4, dd=d, de=d, dk=d, dv=d, b=b)
        check(student.cross_attention(*given), reference.cross_attention(*given))


def test_known_values(student):
    """A small case worked out by hand comes out right."""
    x_enc = np.array([[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]])
    eye, wv = np.eye(2), np.array([[1.0, 2.0], [3.0, 4.0]])
    out, weights = student.cross_attention(eye[None], x_enc, eye, eye, wv)
    a, b = 0.40111209, 0.19777581
    map_ = np.array([[[a, b, a], [b, a, a]]])
    assert_close(weights, map_, "weights", atol=1e-7, axes=MAP_AXES)
    assert_close(out, map_ @ np.array([[1.0, 2.0], [3.0, 4.0], [4.0, 6.0]]), "out", atol=1e-6)


def test_the_order_of_the_source_does_not_matter(student, rng):
    """Exchanging source positions exchanges the weights, and leaves out as it is."""
    x_dec, x_enc, *w = draw(rng)
    order = np.roll(np.arange(S), 2)
    out, weights = student.cross_attention(x_dec, x_enc, *w)
    moved, moved_weights = student.cross_attention(x_dec, x_enc[:, order], *w)
    assert_true(np.ptp(weights, axis=-1).min() > 1e-9, "the weights are the same for every source position")
    assert_close(moved_weights, weights[:, :, order], "weights of the exchanged positions", axes=MAP_AXES)
    assert_close(moved, out, "out with exchanged positions")


def test_target_positions_are_independent(student, rng):
    """What one target position finds does not depend on the other target positions."""
    x_dec, x_enc, *w = draw(rng)
    out, weights = student.cross_attention(x_dec, x_enc, *w)
    for t in range(T):
        alone, alone_weights = student.cross_attention(x_dec[:, t : t + 1], x_enc, *w)
        assert_close(alone_weights, weights[:, t : t + 1], "weights of one position alone", axes=MAP_AXES)
        assert_close(alone, out[:, t : t + 1], "out of one position alone")
    assert_true(np.ptp(out, axis=1).min() > 1e-9, "out is the same for every target position")


@leaves_arguments
def test_hidden_source_positions(student, reference, rng):
    """Where enc_mask is False a source position has weight 0, for every target position of its sample."""
    given = draw(rng)
    mask = np.arange(S) < np.array([[3], [4]])
    check(student.cross_attention(*given, mask), reference.cross_attention(*given, mask))


def test_hidden_source_positions_where_both_sides_are_equally_long(student, reference, rng):
    """With as many target as source positions, enc_mask still hides source positions."""
    mask = np.array([[1, 1, 0, 1], [1, 0, 1, 0], [1, 0, 0, 1], [0, 1, 1, 1]], dtype=bool)
    for b in (B, 4):
        given = draw(rng, t=4, s=4, b=b)
        check(student.cross_attention(*given, mask[:b]), reference.cross_attention(*given, mask[:b]))


def test_what_is_hidden_has_no_influence(student, reference, rng):
    """Changing source positions that enc_mask hides changes nothing."""
    x_dec, x_enc, *w = draw(rng)
    mask = np.arange(S) < np.array([[2], [4]])
    expected = reference.cross_attention(x_dec, x_enc, *w, mask)
    louder = np.where(mask[:, :, None], x_enc, 50 * rng.normal(size=x_enc.shape))
    check(student.cross_attention(x_dec, louder, *w, enc_mask=mask), expected)


def test_a_source_that_is_hidden_altogether(student, reference, rng):
    """A sample whose whole source is hidden has weights 0 and output 0, never nan."""
    given = draw(rng)
    mask = np.array([[True] * S, [False] * S])
    check(student.cross_attention(*given, mask), reference.cross_attention(*given, mask))
