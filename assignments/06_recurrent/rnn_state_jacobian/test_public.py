import numpy as np

from autograder.suite import assert_close, assert_shape


def test_one_unit(student):
    """With h_2 = 0.6, h_3 = 0 and Wh = 0.5, the derivative of h_3 with respect to h_1 is 0.64 * 0.5 * 0.5."""
    h = np.array([[0.9], [0.6], [0.0]])
    assert_close(student.rnn_state_jacobian(h, np.array([[0.5]]), 1, 3), np.array([[0.16]]), "the Jacobian")


def test_a_state_depends_on_itself(student, rng):
    """For t = k the Jacobian is the identity."""
    jacobian = student.rnn_state_jacobian(rng.uniform(-1, 1, size=(4, 3)), rng.normal(size=(3, 3)), 2, 2)
    assert_shape(jacobian, (3, 3), "the Jacobian")
    assert_close(jacobian, np.eye(3), "the Jacobian")
