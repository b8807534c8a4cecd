import numpy as np
import pytest

from autograder.suite import assert_close


def test_box(student):
    """box3 is the mean of 3 x 3 pixels."""
    assert_close(student.handcrafted_kernel("box3"), np.full((3, 3), 1 / 9), "box3")


def test_smoothing_keeps_a_constant(student):
    """The entries of gauss3 and gauss5 add up to 1."""
    for name in ("gauss3", "gauss5"):
        assert_close(float(np.sum(student.handcrafted_kernel(name))), 1.0, f"the sum of {name}")


def test_unknown_name(student):
    """An unknown name: ValueError."""
    with pytest.raises(ValueError):
        student.handcrafted_kernel("gauss7")
