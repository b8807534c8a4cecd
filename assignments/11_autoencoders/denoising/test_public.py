import numpy as np

from autograder.suite import assert_close


def test_gauss(student):
    """With a level of 0.5, noise of 2 and -4 moves the entries by 1 and -2."""
    found = student.corrupt_input(np.array([[3.0, 3.0]]), "gauss", 0.5, np.array([[2.0, -4.0]]))
    assert_close(found, np.array([[4.0, 1.0]]), "the spoilt samples")


def test_mask(student):
    """With a level of 0.3, the entry with noise 0.1 is lost and the one with noise 0.8 stays."""
    found = student.corrupt_input(np.array([[3.0, 5.0]]), "mask", 0.3, np.array([[0.1, 0.8]]))
    assert_close(found, np.array([[0.0, 5.0]]), "the spoilt samples")


def test_nothing_restored(student):
    """An autoencoder that returns what it is given leaves the error in: distances 3 and 4 in two samples cost 12.5."""
    x = np.array([[1.0, 1.0], [2.0, 2.0]])
    spoilt = x + np.array([[3.0, 0.0], [0.0, 4.0]])
    assert_close(student.denoising_ae_loss(np.copy, np.copy, x, spoilt), 12.5, "the loss")
