import numpy as np

from autograder.suite import assert_close, assert_shape


def test_known_attack(student):
    """Each entry moves by eps with the sign of its gradient, stays where that is 0, and never leaves the range."""
    x, grad = np.array([0.5, 0.5, 0.5, 0.95, 0.05]), np.array([2.0, -0.001, 0.0, 1.0, -3.0])
    x_adv = student.fgsm_attack(x, grad, 0.1, 0.0, 1.0)
    assert_close(x_adv, np.array([0.6, 0.4, 0.5, 1.0, 0.0]), "x_adv")


def test_shape(student, rng):
    """The attacked images have the shape of the images."""
    x = rng.uniform(size=(2, 1, 3, 4))
    assert_shape(student.fgsm_attack(x, rng.normal(size=x.shape), 0.2, 0.0, 1.0), x.shape, "x_adv")
