import numpy as np

from autograder.suite import accepts, assert_true


def test_refuses_zeros(student):
    """An implementation that returns zeros is refused."""

    def zeros(shape, seed, dist="normal", gain2=2.0):
        return np.zeros(shape)

    assert_true(not accepts(student.test_kaiming_init, zeros), "your test accepts weights that are all 0")


def test_refuses_one_size_for_all(student):
    """An implementation that does not look at the shape is refused."""

    def standard(shape, seed, dist="normal", gain2=2.0):
        return np.random.default_rng(seed).standard_normal(tuple(shape))

    assert_true(not accepts(student.test_kaiming_init, standard), "your test accepts weights of variance 1 in every layer")


def test_refuses_two_values(student):
    """An implementation whose weights are coin tosses is refused."""

    def tosses(shape, seed, dist="normal", gain2=2.0):
        heads = np.random.default_rng(seed).random(tuple(shape)) < 0.5
        return np.where(heads, 1.0, -1.0) * np.sqrt(gain2 / shape[0])

    assert_true(not accepts(student.test_kaiming_init, tosses), "your test accepts weights that have two values only")
