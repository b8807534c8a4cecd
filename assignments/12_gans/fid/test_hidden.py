import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, exercise, leaves_arguments, points

D = 4


def covariance(rng, d=D):
    """Eigenvalues well apart, axes anywhere."""
    turn = np.linalg.qr(rng.normal(size=(d, d)))[0]
    return (turn * np.linspace(0.4, 3, d)) @ turn.T


def pair(rng, d=D):
    return rng.normal(size=d), covariance(rng, d), rng.normal(size=d), covariance(rng, d)


@exercise("fid_from_stats")
class TestStats:
    @points(2)
    def test_root_matches_the_definition(self, student, reference, rng):
        """The root of a matrix with eigenvalues and axes of any kind."""
        for d in (D, 2):
            S = covariance(rng, d)
            assert_close(student.matrix_sqrt_psd(S), reference.matrix_sqrt_psd(S), "R")

    def test_root_times_root(self, student, rng):
        """R is symmetric, has no negative eigenvalue, and R R is S; for a singular S as well."""
        base = rng.normal(size=(2, D))
        for S in (covariance(rng), base.T @ base, np.zeros((D, D)), np.ones((D, D))):
            R = np.asarray(student.matrix_sqrt_psd(S))
            assert_close(R @ R, S, "R R", atol=1e-8)
            assert_close(R, R.T, "R, transposed", atol=1e-8)
            assert_true(float(np.linalg.eigvalsh((R + R.T) / 2).min()) > -1e-7, "R has a negative eigenvalue")

    @points(2)
    @leaves_arguments
    def test_distance_matches_the_definition(self, student, reference, rng):
        """The distance of two normal distributions whose covariances have different axes."""
        for d in (D, 2, 1):
            given = pair(rng, d)
            assert_close(student.fid_from_stats(*given), reference.fid_from_stats(*given), "the distance")

    def test_known_numbers(self, student):
        """Three distances and a root worked out by hand."""
        S1, S2 = np.array([[2.0, 1.0], [1.0, 2.0]]), np.diag([3.0, 1.0])
        root = np.array([[1.366025, 0.366025], [0.366025, 1.366025]])
        assert_close(student.matrix_sqrt_psd(S1), root, "R", atol=1e-6)
        mu = np.zeros(2)
        found = student.fid_from_stats(mu, np.eye(2), np.array([3.0, 4.0]), 4 * np.eye(2))
        assert_close(found, 27.0, "the distance")
        assert_close(student.fid_from_stats(mu, S1, mu, S2), 0.516685, "covariances that do not commute", atol=1e-6)

    def test_symmetric_and_zero_only_for_equals(self, student, rng):
        """The distance is the same both ways, 0 from itself, and positive for other means or covariances."""
        mu1, S1, mu2, S2 = pair(rng)
        there = student.fid_from_stats(mu1, S1, mu2, S2)
        assert_true(np.asarray(there) > 1e-3, "the distance of different distributions is not positive")
        assert_close(student.fid_from_stats(mu2, S2, mu1, S1), there, "the distance, exchanged")
        assert_close(student.fid_from_stats(mu1, S1, mu1, S1), 0.0, "the distance from itself", atol=1e-8)

    @points(2)
    def test_axes_do_not_matter(self, student, rng):
        """Turning the axes of all features changes nothing; stretching all features by 3 gives 9 times the distance."""
        mu1, S1, mu2, S2 = pair(rng)
        before = student.fid_from_stats(mu1, S1, mu2, S2)
        assert_true(np.asarray(before) > 1e-3, "the distance of different distributions is not positive")
        turn = np.linalg.qr(rng.normal(size=(D, D)))[0]
        after = student.fid_from_stats(turn @ mu1, turn @ S1 @ turn.T, turn @ mu2, turn @ S2 @ turn.T)
        assert_close(after, before, "the distance along other axes")
        assert_close(student.fid_from_stats(3 * mu1, 9 * S1, 3 * mu2, 9 * S2), 9 * np.asarray(before), "stretched by 3")

    def test_common_axes(self, student, rng):
        """With common axes it is the squared distance of the means and of the standard deviations along each axis."""
        s1, s2 = rng.uniform(0.5, 2, size=(2, D))
        mu1, mu2 = rng.normal(size=(2, D))
        right = np.sum((mu1 - mu2) ** 2) + np.sum((s1 - s2) ** 2)
        assert_close(student.fid_from_stats(mu1, np.diag(s1**2), mu2, np.diag(s2**2)), right, "the distance")

    def test_singular_covariances(self, student, reference, rng):
        """Distributions without any spread in some directions, or in all."""
        base = rng.normal(size=(2, D))
        flat, mu = base.T @ base, rng.normal(size=D)
        found = student.fid_from_stats(mu, flat, 0 * mu, covariance(rng) * 0)
        assert_close(found, np.sum(mu**2) + np.trace(flat), "the distance from a point")
        given = mu, flat, 0 * mu, covariance(rng)
        assert_close(student.fid_from_stats(*given), reference.fid_from_stats(*given), "the distance", rtol=1e-6)

    def test_shapes_have_to_fit(self, student, reference, rng):
        """Means of different lengths, and covariances of another size, raise ValueError."""
        mu1, S1, mu2, S2 = pair(rng)
        assert_close(student.fid_from_stats(mu1, S1, mu2, S2), reference.fid_from_stats(mu1, S1, mu2, S2), "the distance")
        for bad in (
            (mu1, S1, mu2[:1], S2),
            (mu1, S1[:1], mu2, S2),
            (mu1, S1, mu2, S2[:, :1]),
            (mu1[:2], S1, mu2[:2], S2),
        ):
            with pytest.raises(ValueError):
                student.fid_from_stats(*bad)


@exercise("fid")
class TestSamples:
    def draw(self, rng, n=9, m=14, d=3):
        mix = rng.normal(size=(d, d)) + np.eye(d)
        return rng.normal(size=(n, d)) @ mix + 1, rng.normal(size=(m, d)) + 0.3

    @points(3)
    @leaves_arguments
    def test_matches_the_definition(self, student, reference, rng):
        """The distance of two sets of different sizes, with few features and with one."""
        for sizes in ((9, 14, 3), (4, 4, 4), (12, 7, 1), (2, 3, 2)):
            real, made = self.draw(rng, *sizes)
            assert_close(student.fid(real, made), reference.fid(real, made), "the distance", rtol=1e-6, atol=1e-7)

    def test_same_set(self, student, reference, rng):
        """A set has distance 0 from itself, in whatever order; other sets do not."""
        real, made = self.draw(rng)
        assert_close(student.fid(real, real[::-1].copy()), 0.0, "the distance from itself", atol=1e-7)
        assert_close(student.fid(real, made), reference.fid(real, made), "the distance", rtol=1e-6)

    @points(2)
    def test_a_shift(self, student, rng):
        """Moving one of two equal sets by c gives |c|^2, wherever the sets lie."""
        real, _ = self.draw(rng)
        c = rng.normal(size=3)
        assert_close(student.fid(real + 20, real + 20 + c), np.sum(c**2), "the distance", rtol=1e-6)

    def test_one_feature(self, student, rng):
        """With one feature it is the squared difference of means plus that of standard deviations, which divide by n - 1."""
        x, y = rng.normal(size=(5, 1)), 2 * rng.normal(size=(8, 1)) + 1
        right = (x.mean() - y.mean()) ** 2 + (x.std(ddof=1) - y.std(ddof=1)) ** 2
        assert_close(student.fid(x, y), right, "the distance", rtol=1e-7)

    def test_bad_arguments(self, student, reference, rng):
        """Fewer than two samples, and different numbers of features, raise ValueError."""
        real, made = self.draw(rng)
        assert_close(student.fid(real, made), reference.fid(real, made), "the distance", rtol=1e-6)
        for bad in (
            (real[:1], made),
            (real, made[:1]),
            (real[:1, :1], made[:, :1]),
            (real[:, :1], made[:1, :1]),
            (real[:0], made),
            (real, made[:, :2]),
            (real[:, :1], made),
        ):
            with pytest.raises(ValueError):
                student.fid(*bad)
