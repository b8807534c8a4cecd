import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape


def test_gaussian(student):
    """Without noise x is the mean; with noise 1 it is one standard deviation above it."""

    def decoder(z):
        return 2 * z, np.full(z.shape, np.log(9.0))

    z, noise = np.array([[1.0, 1.0]]), np.array([[0.0, 1.0]])
    assert_close(student.ancestral_sample(decoder, z, "gaussian", noise), np.array([[2.0, 5.0]]), "x")


def test_bernoulli(student):
    """A logit of 0 is a fair coin: 1 for noise below one half."""
    noise = np.array([[0.2, 0.7], [0.9, 0.4]])
    x = student.ancestral_sample(np.zeros_like, np.ones((2, 2)), "bernoulli", noise)
    assert_close(x, np.array([[1.0, 0.0], [0.0, 1.0]]), "x")


def test_categorical(student):
    """Three equally likely classes share the interval from 0 to 1."""
    noise = np.array([[0.1, 0.5], [0.6, 0.9]])
    x = student.ancestral_sample(lambda z: np.zeros((2, 2, 3)), np.ones((2, 4)), "categorical", noise)
    assert_shape(x, (2, 2), "x")
    assert_equal(x, np.array([[0, 1], [1, 2]]), "x")
