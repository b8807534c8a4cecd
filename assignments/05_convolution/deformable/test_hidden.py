import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, definition, points

AXES = ("map", "row", "column")


def draw(rng, c=2, f=3, k=3, h=6, w=5, spread=1.5):
    offset = spread * rng.normal(size=(k * k, 2, h, w))
    return rng.normal(size=(c, h, w)), rng.normal(size=(f, c, k, k)), offset


def convolved(x, w):
    """An ordinary convolution with padding k // 2, written for this test."""
    margin = w.shape[2] // 2
    padded = np.pad(x, ((0, 0), (margin, margin), (margin, margin)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, w.shape[2:], axis=(1, 2))
    return np.einsum("cijuv,fcuv->fij", windows, w)


@points(4)
def test_maps_match_the_definition(student, reference, rng):
    """The maps are those of the definition, for offsets of all sizes."""
    for sizes in ({}, {"c": 3, "f": 3, "h": 3, "w": 3}, {"k": 1, "spread": 4.0}, {"k": 5, "h": 4, "w": 7, "spread": 0.6}):
        given = draw(rng, **sizes)
        found = student.deformable_conv2d(*given)
        assert_close(found, reference.deformable_conv2d(*given), "the maps", axes=AXES)


@definition
@points(2)
def test_without_offsets_it_is_a_convolution(student, rng):
    """With offset 0 the maps are those of an ordinary convolution with padding."""
    for k in (1, 3, 5):
        x, w, offset = draw(rng, k=k)
        assert_close(student.deformable_conv2d(x, w, 0 * offset), convolved(x, w), "the maps", axes=AXES)


@definition
@points(2)
def test_whole_offsets_move_the_taps(student, rng):
    """If all taps move by the same whole number of pixels, the result is the convolution of the moved image."""
    x, w, _offset = draw(rng, h=9, w=8)
    for dy, dx in ((1, 0), (0, 2), (-2, 1)):
        moved = np.zeros_like(x)
        source = x[:, max(dy, 0) : 9 + min(dy, 0), max(dx, 0) : 8 + min(dx, 0)]
        moved[:, max(-dy, 0) : 9 + min(-dy, 0), max(-dx, 0) : 8 + min(-dx, 0)] = source
        found = student.deformable_conv2d(x, w, np.broadcast_to(np.array([dy, dx])[:, None, None], (9, 2, 9, 8)) * 1.0)
        assert_close(found[:, 3:-3, 3:-3], convolved(moved, w)[:, 3:-3, 3:-3], "the maps inside", axes=AXES)


@points(2)
def test_each_tap_has_its_own_offset(student, reference, rng):
    """If a single tap is moved, only what it sees changes."""
    x, w, offset = draw(rng)
    for tap in (0, 3, 7):
        one = np.zeros_like(offset)
        one[tap] = offset[tap]
        found = student.deformable_conv2d(x, w, one)
        assert_close(found, reference.deformable_conv2d(x, w, one), "the maps", axes=AXES)


def test_slopes_in_the_offsets(student, reference, rng):
    """Between pixels, the maps change with the offsets at the rate of the definition, so that offsets can be learned."""
    x, w, _ = draw(rng)
    offset = rng.integers(-2, 2, size=(9, 2, 6, 5)) + rng.uniform(0.2, 0.8, size=(9, 2, 6, 5))
    step = 1e-4 * rng.normal(size=offset.shape)
    found = student.deformable_conv2d(x, w, offset + step) - student.deformable_conv2d(x, w, offset - step)
    right = reference.deformable_conv2d(x, w, offset + step) - reference.deformable_conv2d(x, w, offset - step)
    assert_true(float(np.abs(found).max()) > 1e-6, "the maps do not depend on the offsets")
    assert_close(found / 2e-4, right / 2e-4, "the slopes", rtol=1e-6)


def test_nothing_outside_of_the_image(student, rng):
    """A tap that looks far outside sees 0; half a pixel outside it sees half of the border pixel."""
    x, w = rng.normal(size=(2, 4, 5)) + 2, rng.normal(size=(3, 2, 1, 1))
    far = np.full((1, 2, 4, 5), 30.0)
    assert_close(student.deformable_conv2d(x, w, far), np.zeros((3, 4, 5)), "the maps of taps far outside", atol=1e-12)
    up = np.zeros((1, 2, 4, 5))
    up[:, 0] = -0.5
    expected = np.einsum("fc,cj->fj", w[:, :, 0, 0], 0.5 * x[:, 0])
    assert_close(student.deformable_conv2d(x, w, up)[:, 0], expected, "the first row, half a pixel up")


def test_what_does_not_fit(student, rng):
    """Even kernels, kernels that are no squares, and offsets of another shape raise ValueError."""
    x, w, offset = draw(rng)
    assert_close(student.deformable_conv2d(x, w, 0 * offset), convolved(x, w), "the maps")
    for kernels, moves in (
        (np.ones((3, 2, 2, 2)), np.zeros((4, 2, 6, 5))),
        (np.ones((3, 2, 3, 1)), np.zeros((9, 2, 6, 5))),
        (np.ones((3, 2, 3, 1)), np.zeros((1, 2, 6, 5))),
        (w, np.zeros((9, 2, 5, 6))),
    ):
        with pytest.raises(ValueError):
            student.deformable_conv2d(x, kernels, moves)
