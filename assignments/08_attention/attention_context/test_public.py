import numpy as np

from autograder.suite import assert_close, assert_shape


def test_known_context(student):
    """Scores 0 and log 3 weigh two values with 1/4 and 3/4."""
    context, alpha = student.attention_context(np.array([[0.0, np.log(3)]]), np.array([[[4.0, 0.0, 8.0], [0.0, 4.0, 8.0]]]))
    assert_close(alpha, np.array([[0.25, 0.75]]), "alpha")
    assert_close(context, np.array([[1.0, 3.0, 8.0]]), "context")


def test_shapes(student, rng):
    """Two queries over five positions with values of width 3 give contexts (2, 3) and weights (2, 5)."""
    mask = np.array([[True, True, False, True, False], [True, False, False, False, True]])
    context, alpha = student.attention_context(rng.normal(size=(2, 5)), rng.normal(size=(2, 5, 3)), mask)
    assert_shape(context, (2, 3), "context")
    assert_shape(alpha, (2, 5), "alpha")
