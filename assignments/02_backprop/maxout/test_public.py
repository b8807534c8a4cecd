import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck


def test_shape(student, rng):
    """Two samples of three features and four units, each with five pieces."""
    x, w, b = rng.normal(size=(2, 3)), rng.normal(size=(5, 3, 4)), rng.normal(size=(5, 4))
    out, _ = student.maxout_forward(x, w, b)
    assert_shape(out, (2, 4), "out")


def test_absolute_value(student):
    """With the pieces x and -x, a unit is the absolute value of x, and the slope is 1 or -1."""
    x = np.array([[2.0], [-3.0]])
    out, cache = student.maxout_forward(x, np.array([[[1.0]], [[-1.0]]]), np.zeros((2, 1)))
    assert_close(out, np.array([[2.0], [3.0]]), "out")
    dx, _, _ = student.maxout_backward(np.array([[10.0], [10.0]]), cache)
    assert_close(dx, np.array([[10.0], [-10.0]]), "dx")


def test_gradients_agree_with_differences(student, rng):
    """Nudging x, w or b changes your output as your gradients say."""
    inputs = {"x": rng.normal(size=(2, 3)), "w": rng.normal(size=(2, 3, 4)), "b": rng.normal(size=(2, 4))}
    gradcheck(student.maxout_forward, student.maxout_backward, inputs, rng=rng)
