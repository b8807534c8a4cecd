"""What students may run: the value at zero, the shape, and one large input."""

import numpy as np

from autograder.suite import assert_close


def test_value_at_zero(student):
    """softplus(0) is ln 2."""
    assert_close(student.softplus(np.zeros(1)), np.array([np.log(2.0)]), "softplus(0)")


def test_shape_is_kept(student, rng):
    """The result has the shape of the input."""
    x = rng.normal(size=(2, 3, 4))
    assert student.softplus(x).shape == (2, 3, 4), "softplus(x) must have the shape of x"


def test_large_input_is_finite(student):
    """A large input gives a finite result."""
    assert np.isfinite(student.softplus(np.array([1000.0]))).all(), "softplus(1000) must be finite"
