import pytest

from autograder.suite import assert_true


def test_stride_one_on_a_circle(student, rng):
    """On an image that continues at its other side, the map moves along exactly."""
    everywhere, inside = student.equivariance_gap(rng.normal(size=(6, 8)), rng.normal(size=(3, 3)), (2, -1))
    assert_true(abs(everywhere) < 1e-9 and abs(inside) < 1e-9, "the map does not move along with the image")


def test_zeros_at_the_border(student, rng):
    """With zeros around the image, the map moves along in the interior, and not at the border."""
    everywhere, inside = student.equivariance_gap(rng.normal(size=(9, 8)), rng.normal(size=(3, 3)), (1, 1), border="zero")
    assert_true(abs(inside) < 1e-9, "the map does not move along in the interior")
    assert_true(everywhere > 1e-3, "there is no difference at the border")


def test_unknown_border(student, rng):
    """Another border: ValueError."""
    with pytest.raises(ValueError):
        student.equivariance_gap(rng.normal(size=(6, 8)), rng.normal(size=(3, 3)), (1, 1), border="mirror")
