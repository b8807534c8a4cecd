import numpy as np

from autograder.suite import assert_close, assert_shape


def test_without_offsets(student):
    """With a kernel that picks its middle and offset 0, the image comes back."""
    x = np.arange(12.0).reshape(1, 3, 4)
    w = np.zeros((1, 1, 3, 3))
    w[0, 0, 1, 1] = 1
    assert_close(student.deformable_conv2d(x, w, np.zeros((9, 2, 3, 4))), x, "the maps")


def test_half_a_pixel(student):
    """A 1 x 1 kernel whose tap looks half a pixel to the right: the mean of two neighbours, and half of the last."""
    offset = np.zeros((1, 2, 1, 4))
    offset[:, 1] = 0.5
    out = student.deformable_conv2d(np.array([[[1.0, 2.0, 4.0, 8.0]]]), np.ones((1, 1, 1, 1)), offset)
    assert_close(out, np.array([[[1.5, 3.0, 6.0, 4.0]]]), "the map")


def test_shape(student, rng):
    """Three channels and four kernels of 3 x 3: four maps of the size of the image."""
    kernels = rng.normal(size=(4, 3, 3, 3))
    out = student.deformable_conv2d(rng.normal(size=(3, 5, 6)), kernels, 0.5 * rng.normal(size=(9, 2, 5, 6)))
    assert_shape(out, (4, 5, 6), "the maps")
