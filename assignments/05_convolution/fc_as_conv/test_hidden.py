import numpy as np
import pytest

from autograder.suite import assert_close, definition, points


def draw(rng, c=3, h=4, w=2, f=5):
    return rng.normal(size=(c * h * w, f)), rng.normal(size=f), (c, h, w)


def convolved(x, w, b):
    """A convolution without padding, written for this test."""
    windows = np.lib.stride_tricks.sliding_window_view(x, w.shape[2:], axis=(2, 3))
    return np.tensordot(windows, w, axes=([1, 4, 5], [1, 2, 3])).transpose(0, 3, 1, 2) + b[:, None, None]


@points(3)
def test_kernels_match_the_definition(student, reference, rng):
    """Kernels and biases are those of the definition, also if C, H, W and the number of units are equal."""
    for sizes in (
        {},
        {"c": 3, "h": 3, "w": 3, "f": 3},
        {"c": 1, "h": 2, "w": 5, "f": 2},
        {"c": 4, "h": 1, "w": 1, "f": 3},
        {"c": 2, "h": 2, "w": 2, "f": 8},
    ):
        W, b, chw = draw(rng, **sizes)
        found, right = student.fc_as_conv(W, b, chw), reference.fc_as_conv(W, b, chw)
        assert_close(found[0], right[0], "the kernels", axes=("unit", "channel", "row", "column"))
        assert_close(found[1], right[1], "the biases")


@definition
@points(2)
def test_the_convolution_says_what_the_layer_says(student, rng):
    """On an image of the layer's own size, the convolution gives the layer's scores."""
    W, b, chw = draw(rng)
    x = rng.normal(size=(6, *chw))
    w, bias = student.fc_as_conv(W, b, chw)
    assert_close(convolved(x, w, bias)[:, :, 0, 0], x.reshape(6, -1) @ W + b, "the scores")


@definition
@points(2)
def test_a_larger_image(student, rng):
    """On a larger image, each place of the map has the layer's scores for the part of the image that lies there."""
    W, b, chw = draw(rng)
    x = rng.normal(size=(2, 3, 7, 6))
    w, bias = student.fc_as_conv(W, b, chw)
    maps = convolved(x, w, bias)
    for i, j in ((0, 0), (3, 4), (2, 1)):
        part = x[:, :, i : i + 4, j : j + 2].reshape(2, -1)
        assert_close(maps[:, :, i, j], part @ W + b, "the scores at one place")


def test_sizes_that_do_not_fit(student, reference, rng):
    """A matrix with another number of rows, or other biases, raise ValueError."""
    W, b, chw = draw(rng)
    assert_close(student.fc_as_conv(W, b, chw)[0], reference.fc_as_conv(W, b, chw)[0], "the kernels")
    with pytest.raises(ValueError):
        student.fc_as_conv(W, b, (3, 4, 3))
    with pytest.raises(ValueError):
        student.fc_as_conv(W, b[:-1], chw)
