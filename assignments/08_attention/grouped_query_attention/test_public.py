import numpy as np

from autograder.suite import assert_close, assert_shape


def test_shape(student, rng):
    """Tokens (2, 5, 7) with 6 query heads and 3 shared heads of width 2 give (2, 5, 7)."""
    wq, wk, wv, wo = (rng.normal(size=s) for s in ((7, 12), (7, 6), (7, 6), (12, 7)))
    out = student.grouped_query_attention(rng.normal(size=(2, 5, 7)), wq, wk, wv, wo, 6, 3)
    assert_shape(out, (2, 5, 7), "out")


def test_zero_queries_give_the_mean(student):
    """With queries 0, every head gives the mean of its group's values: here 1, 1, 10 and 10."""
    x = np.array([[[0.0], [2.0]]])
    wq, wk, wo = np.zeros((1, 4)), np.ones((1, 2)), np.eye(4)
    out = student.grouped_query_attention(x, wq, wk, np.array([[1.0, 10.0]]), wo[:, :], 4, 2)
    assert_close(out, np.array([[[1.0, 1.0, 10.0, 10.0]] * 2]), "out", axes=("batch", "token", "head"))


def test_one_shared_head(student, rng):
    """With one shared head and equal queries, all query heads find the same."""
    wq, wk, wv = rng.normal(size=(3, 2)), rng.normal(size=(3, 2)), rng.normal(size=(3, 2))
    x = rng.normal(size=(2, 5, 3))
    out = student.grouped_query_attention(x, np.tile(wq, 4), wk, wv, np.eye(8), 4, 1)
    assert_close(out, np.tile(out[..., :2], 4), "out of all heads")
