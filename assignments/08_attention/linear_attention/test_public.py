import numpy as np

from autograder.suite import assert_close, assert_shape


def test_known_values(student):
    """One feature: the queries 0 and 1 have the features 1 and 2, and both weigh the two values as 1 to 3."""
    out = student.linear_attention(np.array([[0.0], [1.0]]), np.array([[0.0], [2.0]]), np.array([[4.0], [8.0]]))
    assert_close(out, np.array([[7.0], [7.0]]), "out")


def test_shapes(student, rng):
    """3 queries over 5 keys with values of width 2 give an output of shape (3, 2)."""
    out = student.linear_attention(rng.normal(size=(3, 4)), rng.normal(size=(5, 4)), rng.normal(size=(5, 2)))
    assert_shape(out, (3, 2), "out")


def test_the_first_causal_query_reads_the_first_value(student, rng):
    """With causal=True, query 0 sees one key, so it reads the value of that key."""
    q, k, v = rng.normal(size=(3, 4, 2))
    assert_close(student.linear_attention(q, k, v, causal=True)[0], v[0], "out of query 0")
