from itertools import pairwise

import numpy as np

from autograder.suite import assert_close, assert_shape


def test_two_layers_of_one_unit(student):
    """Two steps through two layers with one unit each, worked out by hand: the second layer reads the states of the first."""
    one = np.ones((1, 1))
    layers = [(one, 0 * one, np.zeros(1)), (2 * one, one, np.zeros(1))]
    z, _ = student.stacked_rnn_forward(np.array([[[0.5], [-1.0]]]), layers)
    assert_close(z, np.array([[[0.727894], [-0.661398]]]), "z", atol=1e-5)


def test_shapes_of_three_layers(student, rng):
    """z has the states of the top layer at every step, h_n the last state of each layer."""
    widths = (3, 5, 5, 5)
    layers = [(rng.normal(size=(a, b)) / 2, rng.normal(size=(b, b)) / 2, np.zeros(b)) for a, b in pairwise(widths)]
    z, h_n = student.stacked_rnn_forward(rng.normal(size=(2, 4, 3)), layers)
    assert_shape(z, (2, 4, 5), "z")
    assert_shape(h_n, (3, 2, 5), "h_n")
