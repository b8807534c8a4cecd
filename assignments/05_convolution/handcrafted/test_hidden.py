import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, definition, points

SMOOTH = ("identity", "box3", "box5", "gauss3", "gauss5", "sharpen")
CHANGE = ("laplace4", "laplace8", "sobel_x", "sobel_y")


def answer(kernel, image):
    """The kernel's answers to an image, unflipped."""
    windows = np.lib.stride_tricks.sliding_window_view(image, kernel.shape)
    return np.einsum("ijuv,uv->ij", windows, kernel)


def kernel_of(student, name):
    kernel = student.handcrafted_kernel(name)
    side = 5 if name.endswith("5") else 3
    assert_shape(kernel, (side, side), name)
    return kernel


@points(3)
def test_entries(student, reference):
    """Every kernel has the entries that the statement gives."""
    for name in SMOOTH + CHANGE:
        assert_close(student.handcrafted_kernel(name), reference.handcrafted_kernel(name), name)


def test_constant_images(student, rng):
    """Kernels that smooth or sharpen leave a constant image as it is; those that look for change answer 0."""
    level = float(rng.uniform(1, 3))
    for name in SMOOTH + CHANGE:
        kernel = kernel_of(student, name)
        expected = level if name in SMOOTH else 0.0
        got = float(answer(kernel, np.full((5, 5), level))[0, 0])
        assert_true(abs(got - expected) < 1e-9, f"{name} does not treat a constant image as it should")
        assert_true(float(np.abs(kernel).max()) > 0, f"{name} is zero")


@definition
def test_edges(student, rng):
    """sobel_x answers a step to the right with 4 times its height and sobel_y with 0; downwards it is the other way round."""
    height = float(rng.uniform(0.5, 2))
    step = np.zeros((3, 3))
    step[:, 2] = height
    for image, names in ((step, ("sobel_x", "sobel_y")), (step.T, ("sobel_y", "sobel_x"))):
        along, across = (float(answer(kernel_of(student, name), image)[0, 0]) for name in names)
        assert_close([along, across], [4 * height, 0.0], "answers to a step", atol=1e-12)


@definition
def test_relations(student, rng):
    """sharpen is identity plus laplace4; the Laplace kernels answer to a single bright pixel with 4 and 8 times its value."""
    sharpen, same, laplace = (kernel_of(student, name) for name in ("sharpen", "identity", "laplace4"))
    assert_close(sharpen - same, laplace, "sharpen less identity")
    value = float(rng.uniform(1, 2))
    dot = np.zeros((3, 3))
    dot[1, 1] = value
    got = [float(answer(kernel_of(student, name), dot)[0, 0]) for name in ("sharpen", "laplace4", "laplace8", "gauss3")]
    assert_close(got, [5 * value, 4 * value, 8 * value, value / 4], "answers to a bright pixel")
    ranks = [int(np.linalg.matrix_rank(kernel_of(student, name))) for name in ("gauss3", "box5", "gauss5", "sobel_x")]
    assert_equal(ranks, [1, 1, 3, 1], "ranks of gauss3, box5, gauss5 and sobel_x")


def test_unknown_names(student):
    """An unknown name raises ValueError, and a known one does not."""
    for name in ("gauss", "sobel", "box7"):
        with pytest.raises(ValueError):
            student.handcrafted_kernel(name)
    kernel_of(student, "identity")
