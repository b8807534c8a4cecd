import numpy as np
import pytest

from autograder.suite import assert_close, assert_shape


def test_own_style(student, rng):
    """In its own style an image is what it was."""
    x = rng.normal(size=(2, 3, 4, 5))
    assert_close(student.adain(x, x), x, "the image")


def test_mean_of_the_style(student, rng):
    """Every channel of the result has the mean of the style's channel, whatever the size of the style's pictures."""
    x, y = rng.normal(size=(2, 3, 4, 5)), rng.normal(size=(2, 3, 2, 6)) + 3
    out = student.adain(x, y)
    assert_shape(out, (2, 3, 4, 5), "the result")
    assert_close(out.mean(axis=(2, 3)), y.mean(axis=(2, 3)), "means of the channels")


def test_channels_have_to_agree(student):
    """A style with another number of channels raises ValueError."""
    with pytest.raises(ValueError):
        student.adain(np.ones((2, 3, 4, 4)), np.ones((2, 1, 4, 4)))
