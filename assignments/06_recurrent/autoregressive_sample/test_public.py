import numpy as np

from autograder.suite import assert_equal


def test_fair_coin_that_ends(student):
    """After bos = 0 the tokens 1 and 2 are equally likely: u = 0.2 draws 1, u = 0.7 then draws 2 = eos, and that is all."""
    table = np.log(np.array([[1e-9, 0.5, 0.5], [1e-9, 0.5, 0.5], [1e-9, 0.5, 0.5]]))
    found = student.autoregressive_sample(table, 0, 2, np.array([0.2, 0.7, 0.2]))
    assert_equal(list(found), [1, 2], "tokens")


def test_as_many_tokens_as_numbers(student, rng):
    """Where eos is impossible, five numbers give five tokens."""
    table = rng.normal(size=(4, 4))
    table[:, 3] = -np.inf
    assert_equal(len(student.autoregressive_sample(table, 0, 3, rng.random(5))), 5, "number of tokens")
