import numpy as np

from autograder.suite import assert_close, assert_shape


def test_shapes(student):
    """A row of `dim` numbers for each step."""
    for layout in ("interleaved", "concat"):
        assert_shape(student.time_embedding(np.arange(5), 6, layout), (5, 6), f"the embedding, {layout}")


def test_step_zero(student):
    """At t = 0 all sines are 0 and all cosines 1."""
    t = np.zeros(1)
    assert_close(student.time_embedding(t, 4, "interleaved"), np.array([[0.0, 1, 0, 1]]), "interleaved")
    assert_close(student.time_embedding(t, 4, "concat"), np.array([[0.0, 0, 1, 1]]), "concat")


def test_second_frequency(student):
    """With dim = 4 the second frequency is 1/100 in one layout and 1/10000 in the other."""
    t = np.array([50.0])
    assert_close(student.time_embedding(t, 4, "interleaved")[0, 2], np.sin(0.5), "interleaved")
    assert_close(student.time_embedding(t, 4, "concat")[0, 1], np.sin(0.005), "concat")
