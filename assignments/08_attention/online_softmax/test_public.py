import numpy as np

from autograder.suite import assert_close, assert_shape


def test_two_blocks_of_one_key(student):
    """Scores 0 and 1 with the values 10 and 20: m = 1, l = 1 + 1/e, o = 20 + 10/e."""
    one = np.ones(1)
    m, l, o = student.online_softmax_merge(0.0 * one, one, np.array([[10.0]]), one, one, np.array([[20.0]]))
    assert_close(m, np.array([1.0]), "m")
    assert_close(l, np.array([1.3678794412]), "l", atol=1e-9)
    assert_close(o, np.array([[23.678794412]]), "o", atol=1e-8)


def test_shapes(student, rng):
    """For 4 queries and values of width 3, m and l have shape (4,) and o has shape (4, 3)."""
    blocks = [part for _ in range(2) for part in (rng.normal(size=4), np.ones(4), rng.normal(size=(4, 3)))]
    m, l, o = student.online_softmax_merge(*blocks)
    assert_shape(m, (4,), "m")
    assert_shape(l, (4,), "l")
    assert_shape(o, (4, 3), "o")


def test_an_empty_block_changes_nothing(student, rng):
    """Merged with an empty block, the other block is the result."""
    block = rng.normal(size=4), rng.uniform(1, 2, size=4), rng.normal(size=(4, 3))
    empty = np.full(4, -np.inf), np.zeros(4), np.zeros((4, 3))
    for got, right, name in zip(student.online_softmax_merge(*block, *empty), block, "mlo"):
        assert_close(got, right, name)
