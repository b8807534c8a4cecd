import numpy as np

from autograder.suite import Rng, assert_between, assert_close


def test_known_blend(student):
    """With weight 3/4, (0, 8) and (4, 0) become (1, 6) and (3, 2), and the labels are blended alike."""
    x, y = np.array([[0.0, 8.0], [4.0, 0.0]]), np.eye(2)
    x_mixed, y_mixed = student.mixup(x, y, 0.75, np.array([1, 0]))
    assert_close(x_mixed, np.array([[1.0, 6.0], [3.0, 2.0]]), "x_mixed")
    assert_close(y_mixed, np.array([[0.75, 0.25], [0.25, 0.75]]), "y_mixed")


def test_weight_one_changes_nothing(student, rng):
    """With weight 1 every example stays what it is."""
    x, y = rng.normal(size=(4, 1, 3, 2)), np.eye(5)[rng.integers(0, 5, size=4)]
    x_mixed, y_mixed = student.mixup(x, y, 1.0, rng.permutation(4))
    assert_close(x_mixed, x, "x_mixed")
    assert_close(y_mixed, y, "y_mixed")


def test_lambda_is_a_number_between_0_and_1(student, rng):
    """sample_lambda returns one number from 0 to 1."""
    for _ in range(20):
        lam = student.sample_lambda(0.4, Rng("numpy", int(rng.integers(1 << 40))))
        assert_close(float(lam), lam, "lam")
        assert_between(lam, 0.0, 1.0, "lam")
