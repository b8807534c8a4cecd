import numpy as np

from autograder.suite import Rng, assert_equal


def test_ten_rows(student):
    """Ten rows with shares 0.5, 0.25 and 0.25: five, two, and the three that are left, and every row once."""
    parts = student.train_val_test_split(10, (0.5, 0.25, 0.25), Rng("numpy", 1))
    assert_equal([len(part) for part in parts], [5, 2, 3], "the sizes")
    assert_equal(sorted(int(i) for part in parts for i in part), list(range(10)), "all row numbers")


def test_the_order_is_that_of_the_permutation(student):
    """The three parts, one after the other, are rng.permutation(n)."""
    parts = student.train_val_test_split(8, (0.5, 0.25, 0.25), Rng("numpy", 3))
    assert_equal(np.concatenate(parts), np.random.default_rng(3).permutation(8), "the row numbers")
