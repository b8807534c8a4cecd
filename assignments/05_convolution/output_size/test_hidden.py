import itertools

import pytest

from autograder.suite import assert_equal, definition, points


def window_starts(n, k, stride, pad, dilation):
    """How many windows there are, by counting them."""
    last = dilation * (k - 1)
    return sum(1 for start in range(0, n + 2 * pad, stride) if start + last <= n + 2 * pad - 1)


@definition
@points(3)
def test_size_is_the_number_of_windows(student, rng):
    """The size is the number of windows that fit, for every stride, padding and dilation."""
    for k, stride, pad, dilation in itertools.product((1, 2, 3, 5), (1, 2, 3), (0, 1, 2), (1, 2)):
        n = int(rng.integers(9, 20))
        expected = window_starts(n, k, stride, pad, dilation)
        assert_equal(student.conv_output_size(n, k, stride, pad, dilation), expected, "number of windows")


@definition
def test_remainders(student, rng):
    """Pixels that are left over at the end make no further window."""
    for stride in (2, 3, 4):
        for rest in range(stride):
            full = int(rng.integers(2, 9))
            n = (full - 1) * stride + 3 + rest
            assert_equal(student.conv_output_size(n, 3, stride=stride), full, "size with a remainder")


@definition
@points(2)
def test_transposed_size(student, rng):
    """A transposed convolution places a kernel at every multiple of the stride, and crops the padding."""
    for k, stride, pad, dilation, extra in itertools.product((2, 3, 4), (1, 2, 3), (0, 1), (1, 2), (0, 1)):
        n = int(rng.integers(2, 12))
        reached = max(i * stride + u * dilation for i in range(n) for u in range(k)) + 1
        got = student.conv_output_size(n, k, stride, pad, dilation, True, extra)
        assert_equal(got, reached - 2 * pad + extra, "size of a transposed convolution")


def test_transposed_undoes_the_ordinary_one(student, rng):
    """Where the stride divides n + 2 pad - k, the transposed convolution leads back to n."""
    for k, stride, pad in itertools.product((2, 3, 4), (2, 3), (0, 1)):
        n = int(rng.integers(3, 9)) * stride + k - 2 * pad
        small = student.conv_output_size(n, k, stride=stride, pad=pad)
        assert_equal(small, (n + 2 * pad - k) // stride + 1, "size of the small side")
        assert_equal(student.conv_output_size(small, k, stride=stride, pad=pad, transposed=True), n, "size of the way back")


@definition
def test_known_chains(student):
    """Sizes of well-known layers: trios that keep, halve and quarter, and the generator 1, 4, 7, 14, 28."""
    for n, sizes in ((224, [224, 224, 112, 56]), (32, [32, 32, 16, 8]), (7, [7, 7, 4, 2])):
        trios = ((1, 1, 0), (3, 1, 1), (3, 2, 1), (7, 4, 3))
        got = [student.conv_output_size(n, k, stride=s, pad=p) for k, s, p in trios]
        assert_equal(got, sizes, "sizes after the four layers")
    assert_equal(student.conv_output_size(32, 3, pad=2, dilation=2), 32, "32 with three taps two apart, padding 2")
    assert_equal(student.conv_output_size(7, 3, stride=2, dilation=2), 2, "7 with three taps two apart, stride 2")
    steps = ((1, 4, 1, 0), (4, 3, 2, 1), (7, 4, 2, 1), (14, 4, 2, 1))
    got = [student.conv_output_size(n, k, stride=s, pad=p, transposed=True) for n, k, s, p in steps]
    assert_equal(got, [4, 7, 14, 28], "sizes of the generator")
    assert_equal(student.conv_output_size(1, 1, transposed=True), 1, "a transposed convolution of one pixel with one tap")


def test_no_window(student, rng):
    """If no window fits, ValueError; if exactly one does, the size is 1. Padding counts as room, on both sides."""
    for pad in (0, 1, 3):
        k, dilation = int(rng.integers(5, 8)), int(rng.integers(2, 4))
        n = dilation * (k - 1) + 1 - 2 * pad  # exactly one window
        for stride in (1, 2, 5):
            assert_equal(student.conv_output_size(n, k, stride, pad, dilation), 1, "size if one window fits")
            with pytest.raises(ValueError):
                student.conv_output_size(n - 1, k, stride, pad, dilation)
