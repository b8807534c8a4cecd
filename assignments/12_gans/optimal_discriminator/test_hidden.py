import warnings

import numpy as np
import pytest

from autograder.suite import assert_between, assert_close, assert_true, leaves_arguments, points

DX = 0.01
GRID = np.arange(-12, 15, DX)


def bell(x, mean, spread):
    return np.exp(-((x - mean) ** 2) / (2 * spread**2)) / (spread * np.sqrt(2 * np.pi))


def pair(rng):
    """Two bells that overlap in part, on the grid."""
    shift = rng.uniform(1, 3) * rng.choice([-1, 1])
    return bell(GRID, 0.3, rng.uniform(0.6, 0.9)), bell(GRID, 0.3 + shift, rng.uniform(1.1, 1.6))


@points(2)
def test_best_discriminator_matches_the_definition(student, reference, rng):
    """D* at points of any shape."""
    for shape in ((5,), (3, 4), (3, 3)):
        log_p, log_q = 2 * rng.normal(size=(2, *shape)) - 1
        right = reference.optimal_discriminator(log_p, log_q)
        assert_close(student.optimal_discriminator(log_p, log_q), right, "D*")


@points(2)
def test_it_maximises_pointwise(student, rng):
    """At every point p ln D + q ln(1 - D) is lower for any other D."""
    log_p, log_q = rng.normal(size=(2, 8))
    best = np.asarray(student.optimal_discriminator(log_p, log_q))
    assert_between(best, 1e-6, 1 - 1e-6, "D*")

    def value(d):
        return np.exp(log_p) * np.log(d) + np.exp(log_q) * np.log(1 - d)

    for other in np.linspace(0.005, 0.995, 199):
        assert_true(bool(np.all(value(best) >= value(other) - 1e-9)), "another D has a greater value at some point")


def test_known_curve(student):
    """Data from N(3, 1) and fakes from N(0, 1): a sigmoid that crosses one half in the middle."""
    x = np.array([-5.0, 0.0, 1.5, 3.0])
    found = student.optimal_discriminator(-((x - 3) ** 2) / 2, -(x**2) / 2)
    assert_close(found[1:], np.array([0.0109869, 0.5, 0.9890131]), "D*", atol=1e-7)
    assert_close(found[0] * 1e9, 3.3982678, "D* far to the left, times 1e9", rtol=1e-6)


def test_far_from_all_data(student):
    """Where both densities are too small for a float, their ratio still counts."""
    log_p, log_q = np.array([-10000.0, -20000.0, -1e4, -3e4]), np.array([-10001.0, -20000.0, -3e4, -1e4])
    found = student.optimal_discriminator(log_p, log_q)
    assert_close(found, np.array([1 / (1 + np.exp(-1)), 0.5, 1.0, 0.0]), "D*", atol=1e-12)


@points(2)
@leaves_arguments
def test_criterion_matches_the_definition(student, reference, rng):
    """C of two densities on a grid."""
    p, q = pair(rng)
    assert_close(student.generator_criterion(p, q, DX), reference.generator_criterion(p, q, DX), "C")


@points(2)
def test_criterion_is_the_value_of_the_game(student, rng):
    """C is the game's value at the best discriminator, by numerical integration."""
    p, q = pair(rng)
    best = p / (p + q)
    value = np.sum(p * np.log(best) + q * np.log(1 - best)) * DX
    assert_close(student.generator_criterion(p, q, DX), value, "C", rtol=1e-6)


def test_known_criterion(student):
    """Data from N(3, 1), fakes from N(0, 1): C as worked out by hand; also on a grid that is twice as coarse."""
    for step in (1, 2):
        p, q = bell(GRID[::step], 3, 1), bell(GRID[::step], 0, 1)
        assert_close(student.generator_criterion(p, q, step * DX), -0.332740, "C", atol=1e-6)


def test_extremes(student, rng):
    """C is least, -ln 4, for equal densities, 0 for densities that share no point, and in between otherwise."""
    p, q = pair(rng)
    assert_close(student.generator_criterion(p, p, DX), -np.log(4), "C for p = q")
    low, high = np.where(GRID < 1, p, 0), np.where(GRID < 1, 0, q)
    low, high = low / (low.sum() * DX), high / (high.sum() * DX)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        apart = student.generator_criterion(low, high, DX)
        assert_close(apart, 0.0, "C without overlap", atol=1e-9)
    assert_between(student.generator_criterion(p, q, DX), -np.log(4) + 1e-3, -1e-3, "C of densities that overlap in part")
    assert_close(student.generator_criterion(q, p, DX), student.generator_criterion(p, q, DX), "C, exchanged")


def test_bad_arguments(student, rng):
    """Shapes that differ and a dx that is not positive raise ValueError."""
    p, q = pair(rng)
    assert_close(student.generator_criterion(p, p, DX), -np.log(4), "C for p = q")
    for given in ((p, q[:-1], DX), (p, q[:1], DX), (p, q, 0.0), (p, q, -DX)):
        with pytest.raises(ValueError):
            student.generator_criterion(*given)
    with pytest.raises(ValueError):
        student.optimal_discriminator(np.zeros(3), np.zeros(1))
