import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck


def draw(rng, n=2, d=3):
    return {
        "x": rng.normal(size=(n, d)),
        "w_h": rng.normal(size=(d, d)),
        "b_h": rng.normal(size=d),
        "w_t": rng.normal(size=(d, d)),
        "b_t": rng.normal(size=d),
    }


def test_shape(student, rng):
    """y has the shape of x."""
    y, _ = student.highway_forward(*draw(rng).values())
    assert_shape(y, (2, 3), "y")


def test_half_open_gate(student):
    """A gate at 0 is half open: y is the mean of the new activation and the input."""
    zeros, ones = np.zeros((1, 1)), np.ones((1, 1))
    y, _ = student.highway_forward(np.array([[2.0]]), 3 * ones, np.zeros(1), zeros, np.zeros(1))
    assert_close(y, np.array([[4.0]]), "y")


def test_gradients_agree_with_differences(student, rng):
    """Nudging x or a parameter changes your output as your gradients say."""
    gradcheck(student.highway_forward, student.highway_backward, draw(rng), rng=rng, redraw=lambda: draw(rng))
