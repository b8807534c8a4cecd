import numpy as np
import pytest

from autograder.suite import assert_between, assert_close, assert_true, definition, points

AXES = ("image", "channel", "row", "column")
MODES = ("bilinear", "bicubic")


@points(3)
def test_bilinear_matches_the_definition(student, reference, rng):
    """Bilinear interpolation is that of the definition, for even and odd factors and for 1, without naming the mode."""
    for f, shape in ((2, (2, 3, 4, 5)), (3, (3, 3, 3, 3)), (4, (1, 2, 6, 3)), (1, (2, 1, 3, 4))):
        x = rng.normal(size=shape)
        assert_close(student.upsample_interp(x, f), reference.upsample_interp(x, f), "the result", axes=AXES)


@points(3)
def test_bicubic_matches_the_definition(student, reference, rng):
    """Bicubic interpolation is that of the definition, for even and odd factors."""
    for f, shape in ((2, (2, 3, 6, 5)), (3, (3, 3, 3, 3)), (5, (1, 2, 6, 4))):
        x = rng.normal(size=shape)
        found = student.upsample_interp(x, f, "bicubic")
        assert_close(found, reference.upsample_interp(x, f, "bicubic"), "the result", axes=AXES)


@definition
@points(2)
def test_planes_stay_planes(student, rng):
    """Away from the border, bilinear interpolation continues an image that is a plane as that plane."""
    slope, tilt, height = rng.normal(size=3) + 2
    for f in (2, 3):
        rows, columns = ((np.arange(f * 8) + 0.5) / f - 0.5 for _ in range(2))
        x = (slope * np.arange(8)[:, None] + tilt * np.arange(8) + height)[None, None]
        wanted = slope * rows[:, None] + tilt * columns + height
        found = student.upsample_interp(x, f)
        inside = slice(f, -f)
        assert_close(found[0, 0, inside, inside], wanted[inside, inside], "the plane inside", atol=1e-9)


def test_small_images(student, reference, rng):
    """Also images of one row, or of two columns, are enlarged as the definition says."""
    for shape in ((1, 1, 1, 4), (2, 1, 3, 2), (1, 2, 1, 1)):
        x = rng.normal(size=shape)
        for mode in MODES:
            found = student.upsample_interp(x, 3, mode)
            assert_close(found, reference.upsample_interp(x, 3, mode), "the result", axes=AXES)


def test_weights_sum_to_one(student, rng):
    """Adding a constant to the image adds it to the result, and the result is linear in the image."""
    x, other, constant = rng.normal(size=(2, 2, 4, 3)), rng.normal(size=(2, 2, 4, 3)), float(rng.uniform(1, 3))
    for mode in MODES:
        plain = student.upsample_interp(x, 2, mode)
        assert_true(float(np.ptp(plain)) > 1e-3, "the result is the same everywhere")
        assert_close(student.upsample_interp(x + constant, 2, mode), plain + constant, "with a constant added")
        both = student.upsample_interp(x + 2 * other, 2, mode)
        assert_close(both, plain + 2 * student.upsample_interp(other, 2, mode), "for a sum of two images")


def test_cubic_overshoots_at_an_edge(student, reference):
    """At an edge from 0 to 1 the cubic kernel goes below 0 and above 1, as far as a = -0.75 says; the bilinear one does not."""
    x = np.zeros((1, 1, 8, 8))
    x[..., 4:] = 1
    found = student.upsample_interp(x, 2, "bicubic")
    assert_close(found, reference.upsample_interp(x, 2, "bicubic"), "the edge")
    assert_true(float(found.min()) < -0.05 and float(found.max()) > 1.05, "the edge has no overshoot")
    straight = student.upsample_interp(x, 2)
    assert_between(straight, -1e-12, 1 + 1e-12, "the bilinear edge")


def test_other_words_are_refused(student):
    """Another mode raises ValueError."""
    assert_close(student.upsample_interp(np.ones((1, 1, 2, 2)), 2), np.ones((1, 1, 4, 4)), "a constant image")
    with pytest.raises(ValueError):
        student.upsample_interp(np.ones((1, 1, 2, 2)), 2, "nearest")
