import numpy as np

from autograder.suite import assert_close, assert_shape


def test_bilinear_by_hand(student):
    """[[0, 1], [2, 3]] twice as large: the first row is 0, 0.25, 0.75, 1, the next one 0.5, 0.75, 1.25, 1.5."""
    out = student.upsample_interp(np.array([[[[0.0, 1.0], [2.0, 3.0]]]]), 2)
    assert_shape(out, (1, 1, 4, 4), "the result")
    assert_close(out[0, 0, :2], np.array([[0.0, 0.25, 0.75, 1.0], [0.5, 0.75, 1.25, 1.5]]), "the first two rows")


def test_nothing_to_do(student, rng):
    """With f = 1 nothing changes."""
    x = rng.normal(size=(2, 3, 4, 5))
    for mode in ("bilinear", "bicubic"):
        assert_close(student.upsample_interp(x, 1, mode), x, "the result")


def test_constant(student):
    """A constant image stays constant."""
    for mode in ("bilinear", "bicubic"):
        assert_close(student.upsample_interp(np.full((1, 2, 3, 4), 2.5), 3, mode), np.full((1, 2, 9, 12), 2.5), "the result")
