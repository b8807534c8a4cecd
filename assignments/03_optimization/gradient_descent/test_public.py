import numpy as np

from autograder.suite import assert_close, assert_equal, exercise


@exercise("gradient_descent")
def test_three_steps_on_a_parabola(student):
    """On the loss theta^2 / 2, a rate of 0.1 leads from 1 to 0.9, 0.81 and 0.729."""
    path = student.gradient_descent(lambda theta: theta, np.array([1.0]), 0.1, 3)
    assert_close(path, np.array([[1.0], [0.9], [0.81], [0.729]]), "the trajectory")


@exercise("gradient_descent")
def test_uphill(student):
    """With maximize, the first step leads from 1 to 1.5 if the gradient there is 5."""
    path = student.gradient_descent(lambda theta: np.full(1, 5.0), np.array([1.0]), 0.1, 1, maximize=True)
    assert_close(path, np.array([[1.0], [1.5]]), "the trajectory")


@exercise("quadratic_gd_iterate")
def test_two_separate_directions(student):
    """With curvatures 1 and 4 and a rate of 0.25, an error of (8, 8) becomes (4.5, 0) in two steps."""
    theta, converges = student.quadratic_gd_iterate(np.diag([1.0, 4.0]), np.zeros(2), np.full(2, 8.0), 0.25, 2)
    assert_close(theta, np.array([4.5, 0.0]), "theta_t")
    assert_equal(converges, True, "converges")
