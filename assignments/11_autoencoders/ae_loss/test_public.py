import numpy as np

from autograder.suite import assert_close, assert_shape


def test_shape(student, rng):
    """The loss is one number, and dxhat has the shape of xhat."""
    loss, dxhat = student.ae_reconstruction_loss(rng.normal(size=(4, 3)), rng.normal(size=(4, 3)))
    assert_shape(np.asarray(loss), (), "loss")
    assert_shape(dxhat, (4, 3), "dxhat")


def test_one_sample(student):
    """An error of 3 in one feature and of -4 in another is a loss of 25."""
    loss, dxhat = student.ae_reconstruction_loss(np.zeros((1, 2)), np.array([[3.0, -4.0]]))
    assert_close(loss, 25.0, "loss")
    assert_close(dxhat, np.array([[6.0, -8.0]]), "dxhat")
