import numpy as np

from autograder.suite import assert_close, assert_shape


def test_known_values(student):
    """With equal keys and w = 1, each token reads the mean of its neighbours and itself."""
    out = student.local_attention(np.ones((4, 2)), np.ones((4, 2)), np.array([[2.0], [4.0], [6.0], [14.0]]), 1)
    assert_close(out, np.array([[3.0], [4.0], [8.0], [10.0]]), "out")


def test_shapes(student, rng):
    """6 tokens with values of width 3 give an output of shape (6, 3)."""
    out = student.local_attention(rng.normal(size=(6, 4)), rng.normal(size=(6, 4)), rng.normal(size=(6, 3)), 2)
    assert_shape(out, (6, 3), "out")


def test_a_window_of_one(student, rng):
    """With w = 0 every token reads its own value."""
    q, k, v = rng.normal(size=(3, 5, 2))
    assert_close(student.local_attention(q, k, v, 0), v, "out")
