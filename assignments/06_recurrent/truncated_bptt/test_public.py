import numpy as np

from autograder.suite import assert_close, assert_shape, assert_true


def draw(rng, n=3, t=5, d=2, h=4):
    x, h0 = rng.normal(size=(n, t, d)), rng.normal(size=(n, h)) / 2
    wx, wh, b = rng.normal(size=(d, h)), rng.normal(size=(h, h)) / 2, rng.normal(size=h) / 2
    return x, h0, wx, wh, b, rng.normal(size=(n, t, h))


def test_shapes(student, rng):
    """The gradients have the shapes of the weights."""
    dwx, dwh, db = student.truncated_bptt(*draw(rng), 2)
    for grad, shape, name in ((dwx, (2, 4), "dwx"), (dwh, (4, 4), "dwh"), (db, (4,), "db")):
        assert_shape(grad, shape, name)


def test_chunks_longer_than_the_sequence_cut_nothing_off(student, rng):
    """With a chunk as long as the sequence, or longer, the gradients are the same; with short chunks dwh is another."""
    given = draw(rng)
    whole, longer, short = (student.truncated_bptt(*given, k) for k in (5, 9, 1))
    for got, right, name in zip(longer, whole, ("dwx", "dwh", "db")):
        assert_close(got, right, name)
    assert_true(not np.allclose(short[1], whole[1]), "cutting the sequence into single steps changes nothing")
