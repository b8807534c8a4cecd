import numpy as np

from autograder.suite import assert_close, assert_true

Z = np.array([[-2.0, 0.0, 1.0]])


def test_sigmoid(student):
    """The sigmoid of 0 is a half, and large inputs of either sign give 1 and 0."""
    assert_close(student.sigmoid(np.array([-1000.0, 0.0, 1000.0])), np.array([0.0, 0.5, 1.0]), "sigmoid", atol=1e-12)


def test_tanh(student):
    """tanh is 0 at 0 and -0.964028 at -2."""
    assert_close(student.tanh_act(Z)[0, :2], np.array([-0.964028, 0.0]), "tanh_act", atol=1e-6)


def test_relu(student):
    """ReLU, and leaky ReLU with a slope of 0.1."""
    assert_close(student.relu(Z), np.array([[0.0, 0.0, 1.0]]), "relu")
    assert_close(student.relu(Z, 0.1), np.array([[-0.2, 0.0, 1.0]]), "leaky relu")


def test_elu(student):
    """ELU with alpha = 1 is -0.864665 at -2, and passes positive numbers on."""
    assert_close(student.elu(Z), np.array([[-0.864665, 0.0, 1.0]]), "elu", atol=1e-6)


def test_gelu(student):
    """GELU is 0.841345 at 1 and -0.158655 at -1."""
    assert_close(student.gelu(np.array([1.0, -1.0])), np.array([0.841345, -0.158655]), "gelu", atol=1e-6)


def test_slopes_are_those_of_your_own_functions(student):
    """Going a little to the right changes each function by its slope times the way."""
    z, h = np.array([-1.3, 0.7]), 1e-6
    for kind, f in (("sigmoid", student.sigmoid), ("tanh", student.tanh_act), ("elu", student.elu), ("gelu", student.gelu)):
        slope = (f(z + h) - f(z - h)) / (2 * h)
        assert_close(student.activation_derivative(z, kind, 1.0), slope, f"the slope of {kind}", rtol=1e-6)


def test_slopes_at_zero(student):
    """At 0 the sigmoid has slope 1/4 and ReLU, by convention, slope 0."""
    zero = np.zeros(1)
    assert_close(student.activation_derivative(zero, "sigmoid", 0.0), np.array([0.25]), "the slope of sigmoid")
    assert_true(float(student.activation_derivative(zero, "relu", 0.0)[0]) == 0.0, "the slope of relu at 0 is not 0")
