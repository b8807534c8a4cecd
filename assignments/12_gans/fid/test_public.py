import numpy as np
import pytest

from autograder.suite import assert_close, assert_shape, exercise


@exercise("fid_from_stats")
class TestStats:
    def test_root_of_a_diagonal_matrix(self, student):
        """The root of diag(4, 9) is diag(2, 3)."""
        assert_close(student.matrix_sqrt_psd(np.diag([4.0, 9.0])), np.diag([2.0, 3.0]), "R")

    def test_equal_distributions(self, student):
        """A distribution has distance 0 from itself."""
        S = np.array([[2.0, 0.5], [0.5, 1.0]])
        found = student.fid_from_stats(np.ones(2), S, np.ones(2), S)
        assert_close(found, 0.0, "the distance", atol=1e-9)

    def test_on_a_line(self, student):
        """In one dimension it is the squared distance of the means plus that of the standard deviations."""
        one = np.ones((1, 1))
        assert_close(student.fid_from_stats(np.zeros(1), one, np.ones(1), 4 * one), 2.0, "the distance")

    def test_shapes_have_to_fit(self, student):
        """A covariance of another size raises ValueError."""
        with pytest.raises(ValueError):
            student.fid_from_stats(np.zeros(2), np.eye(2), np.zeros(2), np.eye(3))


@exercise("fid")
class TestSamples:
    def test_a_shifted_set(self, student, rng):
        """Moving all features by (3, 4) gives the distance 25."""
        features = rng.normal(size=(10, 2))
        found = student.fid(features, features + np.array([3.0, 4.0]))
        assert_shape(np.asarray(found), (), "the distance")
        assert_close(found, 25.0, "the distance")

    def test_one_sample_is_not_enough(self, student):
        """A single sample has no covariance: ValueError."""
        with pytest.raises(ValueError):
            student.fid(np.ones((1, 2)), np.eye(2))
