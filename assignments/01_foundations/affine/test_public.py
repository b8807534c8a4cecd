import numpy as np

from autograder.suite import assert_close, assert_shape


def test_known_values(student):
    """Two samples, two inputs, three neurons."""
    X, W = np.array([[1.0, 2.0], [0.0, -1.0]]), np.array([[1.0, 0.0, 2.0], [0.0, 1.0, -1.0]])
    out, _ = student.affine_forward(X, W, np.array([10.0, 20.0, 30.0]))
    assert_close(out, np.array([[11.0, 22.0, 30.0], [10.0, 19.0, 31.0]]), "out")


def test_images(student, rng):
    """Eight images of shape (3, 8, 8) are rows of 192 numbers."""
    out, cache = student.affine_forward(rng.normal(size=(8, 3, 8, 8)), rng.normal(size=(192, 5)), np.zeros(5))
    assert_shape(out, (8, 5), "out")
    assert_shape(cache[0], (8, 3, 8, 8), "X in the cache")
