import numpy as np
import pytest

from autograder.suite import assert_close, assert_shape


def test_one_step(student):
    """From (1, 2) with eta = 0.5: psi goes to 2.5; theta goes to 0, or to -0.25 if it already meets the new psi."""
    for mode, theta in (("simultaneous", 0.0), ("alternating", -0.25)):
        found = student.gan_game_dynamics(1.0, 2.0, 0.5, 1, mode)
        assert_close(found, np.array([[1.0, 2.0], [theta, 2.5]]), f"the way, {mode}")


def test_shape(student):
    """There is a row for the beginning and one for every step."""
    assert_shape(student.gan_game_dynamics(1.0, 0.0, 0.1, 7, "alternating"), (8, 2), "the way")


def test_another_mode(student):
    """There are two modes; another one raises ValueError."""
    with pytest.raises(ValueError):
        student.gan_game_dynamics(1.0, 0.0, 0.1, 7, "together")
