import numpy as np

from autograder.suite import assert_close, assert_shape

X = np.array([[1.0, 2.0], [3.0, 0.0], [-2.0, 1.0]])
W = np.array([1.0, -1.0])


def test_one_number_for_each_sample(student):
    """Three samples give three numbers: shape (3,)."""
    assert_shape(student.neuron_forward(X, W, 0.5, "linear"), (3,), "the output")


def test_linear(student):
    """With weights 1 and -1 and bias 0.5, the sums are -0.5, 3.5 and -2.5."""
    assert_close(student.neuron_forward(X, W, 0.5, "linear"), np.array([-0.5, 3.5, -2.5]), "the output")


def test_relu_and_step(student):
    """The same sums through ReLU and through the step."""
    assert_close(student.neuron_forward(X, W, 0.5, "relu"), np.array([0.0, 3.5, 0.0]), "the output of relu")
    assert_close(student.neuron_forward(X, W, 0.5, "step"), np.array([0.0, 1.0, 0.0]), "the output of step")


def test_logistic_of_zero(student):
    """A sum of 0 is a half after the logistic function."""
    assert_close(student.neuron_forward(np.zeros((1, 2)), W, 0.0, "logistic"), np.array([0.5]), "the output")
