import numpy as np
import pytest

from autograder.suite import assert_close, exercise


@exercise("wasserstein1_1d")
class TestDistance:
    def test_moving_a_sample(self, student, rng):
        """A sample that is moved by 3 has distance 3 from where it was."""
        x = rng.normal(size=6)
        assert_close(student.wasserstein1_1d(x, x + 3), 3.0, "W1")

    def test_one_against_two(self, student):
        """A point at 0 against points at 1 and 3: half of the mass goes 1, half of it 3."""
        assert_close(student.wasserstein1_1d(np.array([0.0]), np.array([3.0, 1.0])), 2.0, "W1")

    def test_empty_sample(self, student):
        """There is no distance from a sample without entries: ValueError."""
        with pytest.raises(ValueError):
            student.wasserstein1_1d(np.array([1.0]), np.array([]))


@exercise("kr_dual_value")
class TestDual:
    def test_a_straight_critic(self, student):
        """f = 2x has slope 2 everywhere; mass that goes from 0 to 3 costs 3."""
        x = np.array([0.0, 1.0, 3.0])
        value, lip = student.kr_dual_value(2 * x, x, np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0]))
        assert_close(lip, 2.0, "lip")
        assert_close(value, 3.0, "value")

    def test_equal_places(self, student):
        """Two equal places have no slope between them: ValueError."""
        with pytest.raises(ValueError):
            student.kr_dual_value(np.arange(2.0), np.ones(2), np.full(2, 0.5), np.full(2, 0.5))
