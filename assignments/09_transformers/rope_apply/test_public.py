import numpy as np

from autograder.suite import assert_close, assert_shape


def test_a_known_vector(student):
    """The vector (1, 2, 3, 4) at position 1."""
    out = student.rope_apply(np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([1]))
    right = np.array([[-1.14263966375, 1.92207559654, 2.95985066751, 4.02979950252]])
    assert_close(out, right, "the turned vector", rtol=1e-8)


def test_position_zero_turns_nothing(student, rng):
    """At position 0 a vector stays as it is, whatever axes there are."""
    x = rng.normal(size=(2, 3, 1, 6))
    out = student.rope_apply(x, np.array([0]))
    assert_shape(out, (2, 3, 1, 6), "the turned vectors")
    assert_close(out, x, "the vectors at position 0")
