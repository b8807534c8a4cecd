from itertools import pairwise

import numpy as np

from autograder.suite import assert_close, assert_shape


def test_one_layer_is_your_net(student, rng):
    """With a single layer, z is what your rnn_forward gives from a zero state."""
    x = rng.normal(size=(2, 4, 3))
    layer = (rng.normal(size=(3, 5)), rng.normal(size=(5, 5)) / 2, rng.normal(size=5))
    z, _ = student.stacked_rnn_forward(x, [layer])
    assert_close(z, student.rnn_forward(x, np.zeros((2, 5)), *layer)[0], "z")


def test_shapes_of_three_layers(student, rng):
    """z has the states of the top layer at every step, h_n the last state of each layer."""
    widths = (3, 5, 5, 5)
    layers = [
        (rng.normal(size=(a, b)) / 2, rng.normal(size=(b, b)) / 2, np.zeros(b)) for a, b in pairwise(widths)
    ]
    z, h_n = student.stacked_rnn_forward(rng.normal(size=(2, 4, 3)), layers)
    assert_shape(z, (2, 4, 5), "z")
    assert_shape(h_n, (3, 2, 5), "h_n")
