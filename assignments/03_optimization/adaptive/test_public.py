import numpy as np

from autograder.suite import assert_close, exercise


@exercise("rmsprop_step")
def test_adagrad_on_a_parabola(student):
    """On the loss theta^2 / 2, three steps of Adagrad with rate 0.1 lead from 1 to 0.9, 0.8331 and 0.7805."""
    theta, r = np.ones(1), np.zeros(1)
    for wanted in (0.9, 0.833104, 0.780456):
        theta, r = student.adagrad_step(theta, r, theta, 0.1)
        assert_close(theta, np.full(1, wanted), "theta", atol=1e-6)


@exercise("rmsprop_step")
def test_the_first_step_of_rmsprop(student):
    """With beta = 0.75 the first step is twice the learning rate, whatever the size of the gradient."""
    theta, s = student.rmsprop_step(np.zeros(2), np.zeros(2), np.array([1.0, -8.0]), 0.1, beta=0.75)
    assert_close(theta, np.array([-0.2, 0.2]), "theta", atol=1e-6)
    assert_close(s, np.array([0.25, 16.0]), "s")


@exercise("adadelta_step")
def test_adadelta_on_a_parabola(student):
    """On the loss theta^2 / 2, three steps lead from 1 to 0.996838, 0.993598 and 0.990309."""
    theta, v, u = np.ones(1), np.zeros(1), np.zeros(1)
    for wanted in (0.996838, 0.993598, 0.990309):
        theta, v, u = student.adadelta_step(theta, v, u, theta)
        assert_close(theta, np.full(1, wanted), "theta", atol=1e-6)
