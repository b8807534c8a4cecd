import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape

PARAMS = [(np.array([[1.0, -1.0]]), np.array([0.0, 1.0])), (np.array([[1.0], [2.0]]), np.array([0.5]))]


def test_by_hand(student):
    """x = 3: z is (3, -2), ReLU leaves (3, 0), and the output is 3.5."""
    out, cache = student.mlp_forward(np.array([[3.0]]), PARAMS, "relu")
    assert_close(out, np.array([[3.5]]), "out")
    assert_close(cache[0][1], np.array([[3.0, -2.0]]), "z of the first layer in the cache")
    assert_close(cache[1][0], np.array([[3.0, 0.0]]), "h of the second layer in the cache")


def test_shapes(student, rng):
    """Four samples through a net with 1, 2 and 1 units."""
    out, cache = student.mlp_forward(rng.normal(size=(4, 1)), PARAMS, "tanh", "sigmoid")
    assert_shape(out, (4, 1), "out")
    assert_equal(len(cache), 2, "number of entries in the cache")


def test_parameters(student):
    """784-256-128-10 has 235146 parameters, and 1-3-1 has 10."""
    assert_equal(int(student.mlp_param_count((784, 256, 128, 10))), 235146, "the number of parameters")
    assert_equal(int(student.mlp_param_count((1, 3, 1))), 10, "the number of parameters")
