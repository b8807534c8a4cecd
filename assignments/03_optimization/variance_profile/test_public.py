import numpy as np

from autograder.suite import assert_close


def test_two_layers_of_one_unit(student):
    """Weights 2 and 3, input 1: pre-activations 2 and 6; the gradient 1 at the end is 3 one layer before."""
    weights = [np.array([[2.0]]), np.array([[3.0]])]
    fwd, bwd = student.init_variance_profile(weights, np.array([[1.0]]), "relu", np.array([[1.0]]))
    assert_close(fwd, np.array([4.0, 36.0]), "fwd")
    assert_close(bwd, np.array([9.0, 1.0]), "bwd")
