import numpy as np

from autograder.suite import assert_close


def test_coordinates(student):
    """At a share of 0.64 the data are multiplied by 0.8, and the noise by 0.6; and back again."""
    xbar, sigma = student.to_noise_level(np.array([[4.0]]), 0.64)
    assert_close(xbar, np.array([[5.0]]), "xbar")
    assert_close(float(sigma), 0.75, "sigma")
    assert_close(student.from_noise_level(np.array([[5.0]]), 0.75), np.array([[4.0]]), "x")


def test_known_value(student):
    """Data 5 with noise 2, at level 3, go to level 1."""
    xbar, eps = np.array([[5.0 + 3.0 * 2.0]]), np.array([[2.0]])
    assert_close(student.ddim_euler_step(xbar, 3.0, 1.0, eps), np.array([[7.0]]), "xbar at the new level")
