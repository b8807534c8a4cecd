import numpy as np

from autograder.suite import assert_close, assert_shape


def matrices(rng, e=5, h=4, g=2, d=3):
    return [rng.normal(size=s) for s in ((e, h * d), (e, g * d), (e, g * d), (h * d, e))]


def test_shapes_grow_by_one(student, rng):
    """With 2 shared heads of width 3, the cache has shape (2, 2, 1, 3) after one token and (2, 2, 2, 3) after two."""
    w = matrices(rng)
    out, cache = student.kv_cache_step(rng.normal(size=(2, 5)), None, *w, 4, 2)
    assert_shape(out, (2, 5), "out")
    assert_shape(cache[0], (2, 2, 1, 3), "the keys")
    _, cache = student.kv_cache_step(rng.normal(size=(2, 5)), cache, *w, 4, 2)
    assert_shape(cache[0], (2, 2, 2, 3), "the keys")
    assert_shape(cache[1], (2, 2, 2, 3), "the values")


def test_the_first_token_sees_itself(student, rng):
    """The first token can only look at itself: with one head, out is x wv wo."""
    x_t, (wq, wk, wv, wo) = rng.normal(size=(2, 5)), matrices(rng, h=1, g=1)
    out, _ = student.kv_cache_step(x_t, None, wq, wk, wv, wo, 1, 1)
    assert_close(out, x_t @ wv @ wo, "out")


def test_equal_scores_give_the_mean(student):
    """With queries 0, the third token gets the mean of all three values: here (1 + 2 + 6) / 3."""
    w = [np.zeros((1, 1)), *([np.ones((1, 1))] * 3)]
    cache = None
    for value in (1.0, 2.0, 6.0):
        out, cache = student.kv_cache_step(np.array([[value]]), cache, *w, 1, 1)
    assert_close(out, np.array([[3.0]]), "out")
