import numpy as np

from autograder.suite import assert_close, assert_shape


def test_shape(student, rng):
    """One number for each sample, whatever the family."""
    x, params = rng.normal(size=(4, 3)), rng.normal(size=(2, 4, 3))
    assert_shape(student.decoder_log_prob(x, (params[0], params[1]), "gaussian"), (4,), "the result")
    assert_shape(student.decoder_log_prob((x > 0) * 1.0, params[0], "bernoulli"), (4,), "the result")
    classes, logits = rng.integers(5, size=(4, 3)), rng.normal(size=(4, 3, 5))
    assert_shape(student.decoder_log_prob(classes, logits, "categorical"), (4,), "the result")


def test_even_odds(student):
    """Two fair coins give 1/4, two fair dice 1/36, whatever they show."""
    coins = student.decoder_log_prob(np.array([[1.0, 0.0]]), np.zeros((1, 2)), "bernoulli")
    assert_close(coins, np.array([-np.log(4)]), "ln p of two coins")
    dice = student.decoder_log_prob(np.array([[3, 5]]), np.zeros((1, 2, 6)), "categorical")
    assert_close(dice, np.array([-np.log(36)]), "ln p of two dice")


def test_top_of_the_bell(student):
    """The density of a standard normal distribution at its mean is about 0.39894."""
    got = student.decoder_log_prob(np.zeros((1, 1)), (np.zeros((1, 1)), np.zeros((1, 1))), "gaussian")
    assert_close(np.exp(got), np.array([0.3989422804]), "the density")
