import numpy as np

from autograder.suite import assert_close


def test_without_pairs(student):
    """Without any pairs the direction is that of steepest descent."""
    assert_close(student.lbfgs_direction(np.array([1.0, -2.0]), [], []), np.array([-1.0, 2.0]), "the direction")


def test_one_pair(student):
    """A step s that changed the gradient by y: for the gradient y, the direction is -s."""
    s, y = np.array([1.0, 2.0, 0.5]), np.array([3.0, 1.0, 2.0])
    assert_close(student.lbfgs_direction(y, [s], [y]), -s, "the direction")
