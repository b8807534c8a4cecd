import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape


def test_without_predicted_noise(student):
    """A model that sees no noise anywhere: the data are scaled down, and nothing else."""
    alpha_bar = np.array([0.81, 0.64, 0.36, 0.25])
    out = student.ddim_invert(lambda x, i: np.zeros_like(x), np.array([[3.0]]), np.array([1, 3]), alpha_bar)
    assert_close(out, np.array([[1.5]]), "the code")


def test_shape_and_index(student):
    """The model gets one index for each sample, and the samples keep their shape."""
    shapes = []

    def model(x, i):
        shapes.append(np.shape(i))
        return 0.1 * x

    out = student.ddim_invert(model, np.ones((3, 2, 4)), np.array([0, 2]), np.array([0.9, 0.6, 0.2]))
    assert_shape(out, (3, 2, 4), "the codes")
    assert_equal(shapes, [(3,), (3,)], "shapes of the indices that the model got")
