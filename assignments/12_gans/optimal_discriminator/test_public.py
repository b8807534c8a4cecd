import numpy as np
import pytest

from autograder.suite import assert_close, assert_shape


def test_half_way(student):
    """Where the densities are equal the best discriminator says one half; where p is three times q, three quarters."""
    found = student.optimal_discriminator(np.log([0.2, 0.3]), np.log([0.2, 0.1]))
    assert_close(found, np.array([0.5, 0.75]), "D*")


def test_shape(student, rng):
    """Points may lie in an array of any shape."""
    log_p, log_q = rng.normal(size=(2, 3, 4))
    assert_shape(student.optimal_discriminator(log_p, log_q), (3, 4), "D*")


def test_equal_densities(student):
    """For equal densities C is -ln 4."""
    p = np.full(10, 0.5)
    assert_close(student.generator_criterion(p, p, 0.2), -np.log(4), "C")


def test_grid_needs_a_width(student):
    """A distance of 0 between the points of the grid raises ValueError."""
    with pytest.raises(ValueError):
        student.generator_criterion(np.ones(4), np.ones(4), 0.0)
