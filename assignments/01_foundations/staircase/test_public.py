import numpy as np

from autograder.suite import assert_close, assert_shape


def square(x):
    return x**2


def test_two_cells(student):
    """x^2 with two cells: plateaus 1/16 and 9/16, so one jump of 1/2 at x = 1/2."""
    w, b, c, c0 = student.staircase_approx(square, 2, 100.0)
    assert_close(w, np.array([100.0]), "w")
    assert_close(b, np.array([-50.0]), "b")
    assert_close(c, np.array([0.5]), "c")
    assert_close(c0, 0.0625, "c0")


def test_shapes(student):
    """Five cells have four borders."""
    w, b, c, _ = student.staircase_approx(square, 5, 10.0)
    for name, part in (("w", w), ("b", b), ("c", c)):
        assert_shape(part, (4,), name)
