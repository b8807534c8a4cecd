import numpy as np
import pytest

from autograder.suite import assert_close, assert_shape


def test_a_small_image(student):
    """Two channels of 4 x 4 pixels, numbered: the first patch has the pixels 0, 1, 4, 5 of either channel."""
    patches = student.vit_patchify(np.arange(32.0).reshape(1, 2, 4, 4), 2)
    assert_shape(patches, (1, 4, 8), "patches")
    assert_close(patches[0, 0], np.array([0.0, 1, 4, 5, 16, 17, 20, 21]), "the first patch")


def test_there_and_back(student, rng):
    """Cutting and putting together again changes nothing."""
    x = rng.normal(size=(2, 3, 4, 6))
    assert_close(student.vit_unpatchify(student.vit_patchify(x, 2), 3, 4, 6, 2), x, "the images")


def test_a_patch_that_does_not_fit(student):
    """Patches of 3 pixels do not fill 4."""
    with pytest.raises(ValueError):
        student.vit_patchify(np.zeros((1, 1, 4, 6)), 3)
