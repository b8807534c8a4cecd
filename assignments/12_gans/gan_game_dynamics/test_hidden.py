import numpy as np
import pytest

from autograder.suite import assert_between, assert_close, assert_shape, assert_true, points, signed

MODES = ("simultaneous", "alternating")


@points(2)
@pytest.mark.parametrize("mode", MODES)
def test_matches_the_definition(student, reference, rng, mode):
    """The whole way of both players, from places on either side of 0."""
    theta, psi = signed(rng, (2,), 0.5, 2.0).tolist()
    eta, steps = float(rng.uniform(0.1, 0.5)), int(rng.integers(4, 9))
    right = reference.gan_game_dynamics(theta, psi, eta, steps, mode)
    assert_close(student.gan_game_dynamics(theta, psi, eta, steps, mode), right, "the way")


@points(2)
def test_simultaneous_steps_spiral_outwards(student, rng):
    """The distance from the centre grows by the same factor in every step, sqrt(1 + eta^2)."""
    theta, psi = signed(rng, (2,), 0.5, 2.0).tolist()
    eta = float(rng.uniform(0.1, 0.5))
    way = np.asarray(student.gan_game_dynamics(theta, psi, eta, 12, "simultaneous"))
    assert_shape(way, (13, 2), "the way")
    away = np.linalg.norm(way, axis=1)
    assert_true(away.min() > 0.1, "the players come to rest, or never begin")
    assert_close(away[1:] / away[:-1], np.full(12, np.sqrt(1 + eta**2)), "the growth of the distance")


@points(2)
def test_alternating_steps_stay_on_an_ellipse(student, rng):
    """theta^2 + psi^2 + eta theta psi stays what it was, so nobody escapes and nobody arrives."""
    theta, psi = signed(rng, (2,), 0.5, 2.0).tolist()
    eta = float(rng.uniform(0.1, 0.5))
    way = np.asarray(student.gan_game_dynamics(theta, psi, eta, 40, "alternating"))
    assert_shape(way, (41, 2), "the way")
    assert_true(float(np.ptp(way[:, 0])) > 0.3, "theta hardly moves")
    kept = way[:, 0] ** 2 + way[:, 1] ** 2 + eta * way[:, 0] * way[:, 1]
    assert_close(kept, np.full(41, theta**2 + psi**2 + eta * theta * psi), "what is kept")


def test_known_numbers(student):
    """100 steps of 0.1 from (1, 0): how far the spiral has come, and where the alternating players are."""
    out = np.asarray(student.gan_game_dynamics(1.0, 0.0, 0.1, 100, "simultaneous"))[-1]
    assert_close(np.linalg.norm(out), 1.644632, "the distance from the centre", atol=1e-6)
    last = student.gan_game_dynamics(1.0, 0.0, 0.1, 100, "alternating")[-1]
    assert_close(last, np.array([-0.809385, -0.548202]), "the last place", atol=1e-6)


def test_sense_of_rotation(student):
    """From theta > 0 and psi = 0, first psi rises, and then theta falls: both are pulled as their signs say."""
    for mode in MODES:
        way = np.asarray(student.gan_game_dynamics(1.0, 0.0, 0.1, 10, mode))
        assert_shape(way, (11, 2), "the way")
        assert_between(way[1:, 1], 1e-6, 2, "psi in the first steps")
        assert_between(way[-1, 0], 0.2, 0.99, "theta after some steps")


def test_centre_and_no_steps(student, rng):
    """At (0, 0) nobody moves; without steps there is the beginning alone; with eta = 0 it repeats."""
    theta, psi = signed(rng, (2,), 0.5, 2.0).tolist()
    for mode in MODES:
        assert_close(student.gan_game_dynamics(0.0, 0.0, 0.3, 3, mode), np.zeros((4, 2)), "the way from the centre")
        assert_close(student.gan_game_dynamics(theta, psi, 0.3, 0, mode), np.array([[theta, psi]]), "the way without steps")
        still = student.gan_game_dynamics(theta, psi, 0.0, 2, mode)
        assert_close(still, np.tile([theta, psi], (3, 1)), "the way with eta = 0")


def test_bad_arguments(student, reference):
    """An unknown mode and a negative number of steps raise ValueError."""
    right = reference.gan_game_dynamics(1.0, 2.0, 0.2, 3, "alternating")
    assert_close(student.gan_game_dynamics(1.0, 2.0, 0.2, 3, "alternating"), right, "the way")
    for steps, mode in ((3, "sequential"), (3, ""), (-1, "alternating"), (-1, "simultaneous")):
        with pytest.raises(ValueError):
            student.gan_game_dynamics(1.0, 2.0, 0.2, steps, mode)
