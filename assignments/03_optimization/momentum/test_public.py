import numpy as np

from autograder.suite import assert_close, exercise


@exercise("momentum_step")
def test_three_steps_on_a_parabola(student):
    """On the loss theta^2 / 2, three steps with rate 0.1 and mu = 0.9 lead from 1 to 0.9, 0.72 and 0.486."""
    theta, v = np.ones(1), np.zeros(1)
    for wanted in (0.9, 0.72, 0.486):
        theta, v = student.momentum_step(theta, v, theta, 0.1)
        assert_close(theta, np.full(1, wanted), "theta")


@exercise("nesterov_step")
def test_three_steps_of_nesterov(student):
    """On the loss theta^2 / 2, three steps with rate 0.1 and mu = 0.9 lead from 1 to 0.9, 0.729 and 0.51759."""
    theta, v = np.ones(1), np.zeros(1)
    for wanted in (0.9, 0.729, 0.51759):
        theta, v = student.nesterov_step(theta, v, lambda x: x, 0.1, 0.9)
        assert_close(theta, np.full(1, wanted), "theta")
