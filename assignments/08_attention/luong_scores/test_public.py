import numpy as np

from autograder.suite import assert_close, assert_shape


def test_dot_by_hand(student):
    """The state (1, 2) against the memories (3, 4) and (-1, 0)."""
    s, h = np.array([[1.0, 2.0]]), np.array([[[3.0, 4.0], [-1.0, 0.0]]])
    assert_close(student.luong_scores(s, h, "dot"), np.array([[11.0, -1.0]]), "e")


def test_shapes(student, rng):
    """Two states of width 3 over five memories of width 4 give scores of shape (2, 5)."""
    s, h = rng.normal(size=(2, 3)), rng.normal(size=(2, 5, 4))
    assert_shape(student.luong_scores(s, h, "general", rng.normal(size=(3, 4))), (2, 5), "general e")
    concat = student.luong_scores(s, h, "concat", rng.normal(size=(7, 6)), rng.normal(size=6))
    assert_shape(concat, (2, 5), "concat e")


def test_concat_without_an_output_weight(student, rng):
    """With v = 0 all concat scores are 0."""
    s, h = rng.normal(size=(2, 3)), rng.normal(size=(2, 5, 4))
    e = student.luong_scores(s, h, "concat", rng.normal(size=(7, 6)), np.zeros(6))
    assert_close(e, np.zeros((2, 5)), "concat e")
