import numpy as np
import pytest

from autograder.suite import assert_close, assert_shape, definition, leaves_arguments, points

AXES = ("image", "patch", "entry")


@points(3)
def test_patches_match_the_definition(student, reference, rng):
    """Patches and their entries come in the order of the statement, also if height and width differ."""
    for shape, P in (((2, 3, 4, 6), 2), ((3, 2, 9, 3), 3), ((4, 4, 4, 4), 2), ((2, 3, 2, 5), 1), ((2, 1, 4, 4), 4)):
        x = rng.normal(size=shape)
        assert_close(student.vit_patchify(x, P), reference.vit_patchify(x, P), "patches", axes=AXES)


@definition
def test_the_second_patch(student):
    """The second patch lies to the right of the first."""
    patches = student.vit_patchify(np.arange(48.0).reshape(1, 2, 4, 6), 2)
    assert_shape(patches, (1, 6, 8), "patches")
    assert_close(patches[0, 1], np.array([2.0, 3, 8, 9, 26, 27, 32, 33]), "the second patch")
    assert_close(patches[0, 3], np.array([12.0, 13, 18, 19, 36, 37, 42, 43]), "the fourth patch")


@definition
def test_a_linear_map_is_a_convolution_with_stride(student, rng):
    """A linear map of the patches is a convolution whose kernel does not overlap: the same products, patch by patch."""
    N, C, H, W, P, d = 2, 3, 4, 6, 2, 5
    x, w = rng.normal(size=(N, C, H, W)), rng.normal(size=(C * P * P, d))
    kernel = w.T.reshape(d, C, P, P)
    wanted = np.zeros((N, d, H // P, W // P))
    for i in range(H // P):
        for j in range(W // P):
            window = x[:, :, i * P : i * P + P, j * P : j * P + P]
            wanted[:, :, i, j] = np.einsum("nchw,dchw->nd", window, kernel)
    got = student.vit_patchify(x, P) @ w
    assert_close(got, wanted.reshape(N, d, -1).transpose(0, 2, 1), "products with the patches", axes=AXES)


@leaves_arguments
@points(2)
def test_the_way_back(student, reference, rng):
    """Patches of any kind are put together as the statement says."""
    for (N, C, H, W), P in (((2, 3, 4, 6), 2), ((3, 2, 9, 3), 3), ((4, 4, 4, 4), 2)):
        patches = rng.normal(size=(N, H * W // P**2, C * P * P))
        got = student.vit_unpatchify(patches, C, H, W, P)
        assert_close(got, reference.vit_unpatchify(patches, C, H, W, P), "images", axes=("image", "channel", "row", "column"))


def test_there_and_back(student, reference, rng):
    """Cutting and putting together again changes nothing."""
    x = rng.normal(size=(2, 3, 6, 8))
    patches = student.vit_patchify(x, 2)
    assert_close(patches, reference.vit_patchify(x, 2), "patches", axes=AXES)
    assert_close(student.vit_unpatchify(patches, 3, 6, 8, 2), x, "images that were cut and put together")


def test_patches_that_do_not_fit_are_refused(student, rng):
    """If P does not divide height and width, that is a ValueError that names P, in either direction."""
    for H, W in ((4, 6), (6, 4), (5, 5)):
        with pytest.raises(ValueError, match="P"):
            student.vit_patchify(rng.normal(size=(1, 2, H, W)), 4 if H != 5 else 2)
    with pytest.raises(ValueError, match="P"):
        student.vit_unpatchify(rng.normal(size=(1, 6, 8)), 2, 4, 6, 4)
