import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, definition, points


def draw(rng, h=12, w=18, k=3):
    return rng.normal(size=(h, w)), rng.normal(size=(k, k))


@points(2)
def test_strides_that_do_not_divide_the_shift(student, reference, rng):
    """On a circle with a stride that does not divide the shift, the gap is that of the definition."""
    for stride, shift, k in ((2, (1, 0), 3), (2, (2, 3), 5), (3, (4, 1), 3), (3, (0, 2), 3)):
        x, w = draw(rng, k=k)
        got = student.equivariance_gap(x, w, shift, stride=stride)
        expected = reference.equivariance_gap(x, w, shift, stride=stride)
        assert_close(list(got), list(expected), "the two gaps")
    x, w = draw(rng, 6, 6, 3)
    got = student.equivariance_gap(x, w, (1, 3), stride=2)
    assert_close(list(got), list(reference.equivariance_gap(x, w, (1, 3), stride=2)), "the gaps of a square image")


@definition
@points(2)
def test_strides_that_divide_the_shift(student, rng):
    """On a circle, if the stride divides the shift, the map moves along exactly; else it does not."""
    for stride, shift in ((1, (2, 5)), (1, (-3, 1)), (2, (4, 2)), (2, (-2, 6)), (3, (3, -6))):
        x, w = draw(rng)
        got = student.equivariance_gap(x, w, shift, stride=stride)
        assert_close(list(got), [0.0, 0.0], "the two gaps", atol=1e-9)
        off = (shift[0] + 1, shift[1]) if min(shift) >= 0 else None
        if stride > 1 and off:
            assert_true(min(student.equivariance_gap(x, w, off, stride=stride)) > 1e-6, "there is no gap off the stride")


@points(2)
def test_zeros_around_the_image(student, reference, rng):
    """With zeros around the image the interior moves along exactly, and the border does not."""
    for shift, k in (((1, 2), 3), ((-2, 1), 3), ((0, 3), 5), ((2, -1), 5), ((1, 2), 5)):
        x, w = draw(rng, k=k)
        everywhere, inside = student.equivariance_gap(x, w, shift, border="zero")
        expected, _ = reference.equivariance_gap(x, w, shift, border="zero")
        assert_close(everywhere, expected, "the gap over all outputs")
        assert_close(inside, 0.0, "the gap in the interior", atol=1e-9)


def test_a_bright_border(student, reference, rng):
    """A border that is brighter than the rest makes the gap larger, but not in the interior."""
    x, w = draw(rng)
    x[0], x[-1], x[:, 0], x[:, -1] = 50.0, -70.0, 60.0, -40.0
    for shift in ((1, 1), (-1, 2)):
        everywhere, inside = student.equivariance_gap(x, w, shift, "zero")
        assert_close(everywhere, reference.equivariance_gap(x, w, shift, "zero")[0], "the gap over all outputs")
        assert_close(inside, 0.0, "the gap in the interior", atol=1e-8)


@definition
def test_one_tap(student, rng):
    """A kernel with one tap and stride 2 drops every second pixel: the gap is what the definition gives for one row."""
    x = np.zeros((4, 6))
    x[1, 2] = value = float(rng.uniform(1, 3))
    w = np.zeros((3, 3))
    w[1, 1] = 1.0
    # Row 1 is not looked at; shifted down by one it is.
    assert_close(list(student.equivariance_gap(x, w, (1, 0), stride=2)), [value, value], "the two gaps")


def test_unknown_border(student, rng):
    """A border that is neither circular nor zero raises ValueError."""
    x, w = draw(rng)
    for border in ("reflect", "same"):
        with pytest.raises(ValueError):
            student.equivariance_gap(x, w, (1, 1), border=border)
    assert_true(student.equivariance_gap(x, w, (1, 1), border="zero")[0] > 0, "no gap with zeros around the image")
