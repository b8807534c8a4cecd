import numpy as np

from autograder.suite import assert_close, assert_equal

X = np.array([[[1.0], [2.0], [0.0]], [[3.0], [4.0], [5.0]]])


def test_two_sequences(student):
    """1 2 and 3 4 5 are packed as 3 1, 4 2, 5: the longer one first, time by time."""
    data, batch_sizes, order = student.pack_sequences(X, np.array([2, 3]))
    assert_close(data, np.array([[3.0], [1.0], [4.0], [2.0], [5.0]]), "data")
    assert_equal(batch_sizes, np.array([2, 2, 1]), "batch_sizes")
    assert_equal(order, np.array([1, 0]), "order")


def test_and_back(student):
    """Unpacking what you packed gives the sequences back."""
    packed = student.pack_sequences(X, np.array([2, 3]))
    assert_close(student.unpack_sequences(*packed), X, "the unpacked sequences")
