import numpy as np

from autograder.suite import assert_close


def test_by_hand(student):
    """Six inputs in one channel of 2 x 3 pixels, and two units: each column of W becomes a kernel."""
    W = np.array([[0.0, 10], [1, 11], [2, 12], [3, 13], [4, 14], [5, 15]])
    w, b = student.fc_as_conv(W, np.array([7.0, 8.0]), (1, 2, 3))
    assert_close(w, np.array([[[[0.0, 1, 2], [3, 4, 5]]], [[[10, 11, 12], [13, 14, 15]]]]), "the kernels")
    assert_close(b, np.array([7.0, 8.0]), "the biases")
