import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck


def test_images_of_one_pixel_are_plain_batch_norm(student):
    """With H = W = 1, [[1, 2], [3, 6], [5, 4]] comes out as from `batchnorm_forward`."""
    x = np.array([[1.0, 2.0], [3.0, 6.0], [5.0, 4.0]]).reshape(3, 2, 1, 1)
    out, _ = student.batchnorm2d_forward(x, np.ones(2), np.zeros(2))
    a = 1.2247426
    assert_close(out, np.array([[-a, -a], [0.0, a], [a, 0.0]]).reshape(3, 2, 1, 1), "out", atol=1e-6)


def test_shapes(student, rng):
    """The output has the shape of the images; dgamma and dbeta have one entry for each channel."""
    x = rng.normal(size=(4, 3, 2, 5))
    out, cache = student.batchnorm2d_forward(x, np.ones(3), np.zeros(3))
    assert_shape(out, (4, 3, 2, 5), "out")
    dx, dgamma, dbeta = student.batchnorm2d_backward(rng.normal(size=x.shape), cache)
    assert_shape(dx, (4, 3, 2, 5), "dx")
    assert_shape(dgamma, (3,), "dgamma")
    assert_shape(dbeta, (3,), "dbeta")


def test_gradients_agree_with_your_forward(student, rng):
    """Nudging the inputs of your forward changes its output as your gradients say."""
    x = rng.normal(size=(2, 3, 4, 5))
    inputs = {"x": x, "gamma": rng.uniform(1, 2, size=3), "beta": rng.normal(size=3)}
    gradcheck(student.batchnorm2d_forward, student.batchnorm2d_backward, inputs, rng=rng)
