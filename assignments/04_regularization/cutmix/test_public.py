import numpy as np

from autograder.suite import assert_close, assert_shape


def test_a_box_in_the_corner(student):
    """In a 2 x 4 image the box (0, 1, 0, 2) covers a quarter, which comes from the partner."""
    x = np.array([np.zeros((1, 2, 4)), np.ones((1, 2, 4))])
    x_mixed, y_mixed, lam = student.cutmix(x, np.eye(2), np.array([1, 0]), (0, 1, 0, 2))
    assert_close(x_mixed[0, 0], np.array([[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]), "the first mixed image")
    assert_close(lam, 0.75, "lam")
    assert_close(y_mixed, np.array([[0.75, 0.25], [0.25, 0.75]]), "y_mixed")


def test_shapes(student, rng):
    """Images and labels keep their shapes, also where the box reaches over the border."""
    x, y = rng.normal(size=(4, 3, 6, 5)), np.eye(7)[[0, 3, 6, 2]]
    x_mixed, y_mixed, _ = student.cutmix(x, y, np.array([1, 2, 3, 0]), (4, 9, -2, 2))
    assert_shape(x_mixed, (4, 3, 6, 5), "x_mixed")
    assert_shape(y_mixed, (4, 7), "y_mixed")
