import numpy as np

from autograder.suite import assert_close, assert_equal


def test_the_root_of_two(student):
    """From 1, three steps towards the root of 2 lead to 1.5, 1.416667 and 1.414216."""
    for steps, wanted in [(1, 1.5), (2, 17 / 12), (3, 577 / 408)]:
        x, n_iter = student.newton_raphson(lambda x: x * x - 2, lambda x: 2 * x, 1.0, 0.0, steps)
        assert_close(x, wanted, "x")
        assert_equal(n_iter, steps, "the number of steps")


def test_one_step_in_two_dimensions(student):
    """On a bowl with curvatures 2 and 4, one step leads to the minimum."""
    got = student.newton_step(np.array([1.0, 1.0]), np.array([2.0, -8.0]), np.diag([2.0, 4.0]))
    assert_close(got, np.array([0.0, 3.0]), "theta")
