import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, definition, points

SIZES = ((7, 3), (5, 5), (9, 1), (6, 5))


@points(3)
def test_convolution_matches_the_definition(student, reference, rng):
    """The full convolution is that of the definition, also if the kernel is longer than the signal."""
    for n, m in (*SIZES, (3, 6), (4, 4), (1, 3)):
        x, w = rng.normal(size=n), rng.normal(size=m)
        assert_close(student.signal_convolve(x, w), reference.signal_convolve(x, w), "the convolution")


@points(3)
def test_correlation_matches_the_definition(student, reference, rng):
    """The correlation is that of the definition, with its values in the order of t."""
    for n, m in (*SIZES, (3, 6), (4, 4)):
        x, w = rng.normal(size=n), rng.normal(size=m)
        found = student.signal_convolve(x, w, flip=False)
        assert_close(found, reference.signal_convolve(x, w, flip=False), "the correlation")


@points(2)
def test_parts_of_the_result(student, reference, rng):
    """The modes valid and same return the right part of it."""
    for n, m in (*SIZES, (3, 5)):
        for mode in ("valid", "same"):
            for flip in (True, False):
                if mode == "valid" and n < m:
                    continue
                x, w = rng.normal(size=n), rng.normal(size=m)
                found = student.signal_convolve(x, w, mode, flip)
                assert_close(found, reference.signal_convolve(x, w, mode, flip), "a part of the result")


@definition
def test_worked_example(student):
    """Nine samples with (1, 0, -1): the two operations differ by their sign."""
    x, w = np.array([0.0, 1, 2, 4, 8, 4, 2, 1, 0]), np.array([1.0, 0, -1])
    expected = np.array([-2.0, -3, -6, 0, 6, 3, 2])
    assert_close(student.signal_convolve(x, w, "valid", False), expected, "the correlation")
    assert_close(student.signal_convolve(x, w, "valid"), -expected, "the convolution")


def test_convolution_commutes_and_correlation_does_not(student, rng):
    """x * w = w * x; the correlation of w with x is that of x with w in reverse order."""
    x, w = rng.normal(size=6), rng.normal(size=4)
    one = student.signal_convolve(x, w)
    assert_true(float(np.ptp(one)) > 1e-3, "the result is the same everywhere")
    assert_close(student.signal_convolve(w, x), one, "w * x", atol=1e-12)
    turned = student.signal_convolve(w, x, flip=False)
    assert_close(student.signal_convolve(x, w, flip=False), turned[::-1], "the correlation the other way round", atol=1e-12)


def test_a_single_tap_moves_the_signal(student, rng):
    """A kernel with a single 1 moves the signal: to later t in a convolution, to earlier t in a correlation."""
    x = rng.normal(size=5)
    w = np.array([0.0, 0.0, 1.0, 0.0])
    assert_close(student.signal_convolve(x, w), np.concatenate([[0, 0], x, [0]]), "the convolution")
    assert_close(student.signal_convolve(x, w, flip=False), np.concatenate([[0], x, [0, 0]]), "the correlation")


def test_samples_of_a_function(student, reference, rng):
    """With dt the sum approaches the integral: two boxes of height 1 and width 1 make a triangle of height 1."""
    dt = 0.01
    box = np.ones(100)
    s = student.signal_convolve(box, box, dt=dt)
    assert_close(float(s.max()), 1.0, "the height of the triangle", rtol=1e-9)
    x, w, step = rng.normal(size=7), rng.normal(size=3), float(rng.uniform(0.1, 0.5))
    for flip in (True, False):
        found = student.signal_convolve(x, w, "same", flip, step)
        assert_close(found, reference.signal_convolve(x, w, "same", flip, step), "the result with dt")


def test_what_cannot_be_done(student):
    """An unknown mode, a kernel that does not fit, and a kernel without a middle raise ValueError."""
    x = np.arange(4.0)
    for w, mode in ((np.ones(3), "half"), (np.ones(5), "valid"), (np.ones(2), "same")):
        assert_close(student.signal_convolve(x, np.ones(1), "same"), x, "the result with a single tap")
        with pytest.raises(ValueError):
            student.signal_convolve(x, w, mode)
