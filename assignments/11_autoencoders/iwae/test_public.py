import numpy as np

from autograder.suite import assert_close, assert_shape


def test_shape(student, rng):
    """One bound for each x."""
    assert_shape(student.iwae_bound(rng.normal(size=(5, 3))), (3,), "the bounds")


def test_two_weights(student):
    """Weights 1 and 3 have the mean 2."""
    assert_close(student.iwae_bound(np.log([[1.0], [3.0]])), np.log([2.0]), "the bound")
