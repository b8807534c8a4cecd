import numpy as np

from autograder.suite import assert_close, assert_shape, exercise

H = np.array([[2.0, 0.0], [0.0, 1.0]])


@exercise("ridge_shrinkage")
class TestRidge:
    def test_known_value(self, student):
        """For H = diag(2, 1), theta_star = (3, 4) and lam = 1, the minimum moves to (2, 2)."""
        assert_close(student.ridge_shrinkage(H, np.array([3.0, 4.0]), 1.0), np.array([2.0, 2.0]), "theta")

    def test_shape(self, student, rng):
        """The result has the shape of theta_star."""
        a = rng.normal(size=(4, 4))
        assert_shape(student.ridge_shrinkage(a @ a.T, rng.normal(size=4), 0.5), (4,), "theta")


@exercise("early_stopping_shrinkage")
class TestEarlyStopping:
    def test_one_step(self, student):
        """The first step from 0 goes to lr * H * theta_star."""
        theta = student.early_stopping_shrinkage(H, np.array([3.0, 4.0]), 0.1, 1)
        assert_close(theta, np.array([0.6, 0.4]), "theta after one step")

    def test_two_steps(self, student):
        """After two steps with lr = 0.1, 36 % and 19 % of theta_star are there."""
        theta = student.early_stopping_shrinkage(H, np.array([1.0, 1.0]), 0.1, 2)
        assert_close(theta, np.array([0.36, 0.19]), "theta after two steps")

    def test_longer_training_is_a_weaker_penalty(self, student):
        """Twice as many steps halve the matching lam."""
        ratio = student.matching_lambda(0.1, 20) / student.matching_lambda(0.1, 40)
        assert_close(ratio, 2.0, "the ratio of the two lam")
