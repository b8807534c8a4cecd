import numpy as np
import pytest

from autograder.suite import assert_between, assert_close, assert_true, exercise, leaves_arguments, points


def weighted_w1(x, p, q):
    """W1 of two distributions on the places x, by their distribution functions."""
    order = np.argsort(x)
    return np.sum(np.abs(np.cumsum((p - q)[order]))[:-1] * np.diff(x[order]))


def places(rng, n):
    """Places that are well apart, in no order."""
    return rng.permutation(np.cumsum(rng.uniform(0.3, 2, size=n))) - 3


@exercise("wasserstein1_1d")
class TestDistance:
    @points(2)
    def test_samples_of_one_size(self, student, reference, rng):
        """Two samples of equal size, in no order."""
        x, y = 2 * rng.normal(size=6), rng.normal(size=6) + 0.5
        assert_close(student.wasserstein1_1d(x, y), reference.wasserstein1_1d(x, y), "W1")

    @points(2)
    @leaves_arguments
    def test_samples_of_different_sizes(self, student, reference, rng):
        """Samples of different sizes, either of them the larger one, and of a single entry."""
        for n, m in ((4, 7), (9, 2), (1, 5), (5, 1)):
            x, y = 2 * rng.normal(size=n), rng.normal(size=m) + 0.5
            assert_close(student.wasserstein1_1d(x, y), reference.wasserstein1_1d(x, y), "W1")

    def test_known_numbers(self, student):
        """Three pairs of samples worked out by hand."""
        for x, y, distance in (([0, 3], [4, 1], 1), ([0, 1, 3], [5, 6, 8], 5), ([0, 3], [1, 1, 4], 7 / 6)):
            assert_close(student.wasserstein1_1d(np.array(x, float), np.array(y, float)), distance, "W1")

    def test_distance_of_a_shift(self, student, rng):
        """Moving a sample by c, to either side, costs |c|; a common shift changes nothing, and stretching stretches."""
        x, y, c = rng.normal(size=5), 2 * rng.normal(size=7), rng.uniform(1, 3)
        assert_close(student.wasserstein1_1d(x, x + c), c, "W1 of a shifted sample")
        assert_close(student.wasserstein1_1d(x, x - c), c, "W1 of a shifted sample")
        before = student.wasserstein1_1d(x, y)
        assert_true(np.asarray(before) > 1e-3, "the distance of two different samples is not positive")
        assert_close(student.wasserstein1_1d(x - c, y - c), before, "W1 after a common shift")
        assert_close(student.wasserstein1_1d(-c * x, -c * y), c * before, "W1 after stretching")

    def test_symmetric(self, student, rng):
        """The way there is as long as the way back, and 0 only for the same sample, in whatever order."""
        x, y = rng.normal(size=4), rng.normal(size=6) + 1
        there = student.wasserstein1_1d(x, y)
        assert_true(np.asarray(there) > 1e-3, "the distance of two different samples is not positive")
        assert_close(student.wasserstein1_1d(y, x), there, "W1, exchanged")
        assert_close(student.wasserstein1_1d(x, np.repeat(x, 2)[::-1].copy()), 0.0, "W1 of a sample and its copies", atol=1e-12)

    def test_detours_are_longer(self, student, rng):
        """By way of a third sample it is never shorter."""
        for _ in range(5):
            x, y, z = (rng.normal(size=n) + rng.normal() for n in (3, 4, 5))
            direct, first, second = (student.wasserstein1_1d(*pair) for pair in ((x, z), (x, y), (y, z)))
            assert_true(np.asarray(direct) > 1e-6, "the distance of two different samples is not positive")
            assert_true(np.asarray(direct) <= np.asarray(first) + second + 1e-9, "a detour is shorter than the direct way")

    def test_the_same_mean_is_not_the_same_place(self, student, rng):
        """Samples that are symmetric about one centre, one of them wide: the distance is that of their halves."""
        half = rng.uniform(1, 2, size=4)
        x = np.concatenate([half, -half])
        assert_close(student.wasserstein1_1d(x, 3 * x), 2 * half.mean(), "W1")

    def test_equal_entries(self, student, reference, rng):
        """Entries may occur several times, and in both samples."""
        x, y = rng.integers(4, size=9).astype(float), rng.integers(2, 6, size=6).astype(float)
        assert_close(student.wasserstein1_1d(x, y), reference.wasserstein1_1d(x, y), "W1")

    def test_empty_samples(self, student):
        """A sample without entries raises ValueError, on either side."""
        one = np.array([1.0])
        assert_close(student.wasserstein1_1d(one, -one), 2.0, "W1 of two points")
        for pair in ((one, np.zeros(0)), (np.zeros(0), one), (np.zeros(0), np.zeros(0))):
            with pytest.raises(ValueError):
                student.wasserstein1_1d(*pair)


@exercise("kr_dual_value")
class TestDual:
    @points(2)
    def test_matches_the_definition(self, student, reference, rng):
        """Value and slope of any critic, on places in no order."""
        for n in (6, 2):
            x, f = places(rng, n), 3 * rng.normal(size=n)
            p, q = rng.dirichlet(np.ones(n), size=2)
            for name, got, right in zip(
                ("value", "lip"), student.kr_dual_value(f, x, p, q), reference.kr_dual_value(f, x, p, q), strict=True
            ):
                assert_close(got, right, name)

    @points(2)
    def test_never_above_the_distance(self, student, rng):
        """No critic's value is above W1, and the critic that follows the sign of the difference reaches it."""
        x = np.sort(places(rng, 7))
        p, q = rng.dirichlet(np.ones(7), size=2)
        distance = weighted_w1(x, p, q)
        for _ in range(10):
            value, lip = student.kr_dual_value(rng.normal(size=7), x, p, q)
            assert_true(np.asarray(lip) > 1e-6, "a critic that varies has slope 0")
            assert_between(value, -distance - 1e-9, distance + 1e-9, "the value of a critic")
        slopes = -np.sign(np.cumsum(p - q)[:-1])
        best = np.concatenate([[0], np.cumsum(slopes * np.diff(x))])
        assert_close(student.kr_dual_value(4 * best, x, p, q)[0], distance, "the value of the best critic")

    def test_known_numbers(self, student):
        """Mass that moves to the right on 0, 1, 3: with f = x the value is minus the distance 1.5."""
        x, p, q = np.array([0.0, 1.0, 3.0]), np.array([0.5, 0.5, 0.0]), np.array([0.0, 0.5, 0.5])
        value, lip = student.kr_dual_value(-x, x, p, q)
        assert_close(value, 1.5, "value of f = -x")
        assert_close(lip, 1.0, "lip")
        assert_close(student.kr_dual_value(x, x, p, q)[0], -1.5, "value of f = x")

    def test_units_of_the_critic(self, student, rng):
        """A critic that is scaled and shifted has the same value; its slope is scaled."""
        x, f = places(rng, 5), rng.normal(size=5)
        p, q = rng.dirichlet(np.ones(5), size=2)
        value, lip = student.kr_dual_value(f, x, p, q)
        assert_true(np.asarray(lip) > 1e-6, "a critic that varies has slope 0")
        again, steeper = student.kr_dual_value(5 * f + 2, x, p, q)
        assert_close(again, value, "value of the scaled critic")
        assert_close(steeper, 5 * np.asarray(lip), "lip of the scaled critic")

    def test_steepest_part(self, student, rng):
        """The slope is measured in the units of x, wherever the critic is steepest, up or down."""
        x = np.array([0.0, 0.01, 5.0, 9.0])
        p, q = rng.dirichlet(np.ones(4), size=2)
        apart = [[0, 2, 1, 3], [1, 3, 0, 2], [0, 2, 3, 1], [2, 0, 3, 1]]  # the steep pair never stands side by side
        order = np.array(apart[rng.integers(4)])
        for sign in (1, -1):
            f = sign * np.array([0.0, 0.5, 1.0, -2.0])
            assert_close(student.kr_dual_value(f[order], x[order], p[order], q[order])[1], 50.0, "lip")

    def test_a_critic_without_opinion(self, student, rng):
        """A constant critic has slope 0 and value 0; a nearly constant one is not blown up."""
        x = places(rng, 4)
        p, q = np.array([1.0, 0, 0, 0]), np.array([0.0, 0, 0, 1])
        value, lip = student.kr_dual_value(np.full(4, 2.0), x, p, q)
        assert_close(value, 0.0, "value", atol=1e-12)
        assert_close(lip, 0.0, "lip", atol=1e-12)
        tiny = 1e-14 * (x - x.min())
        value, lip = student.kr_dual_value(tiny, x, p, q)
        assert_close(np.asarray(value) * 1e2, 1e14 * (tiny[0] - tiny[3]), "value of a critic with a tiny slope, times 100")

    def test_places_that_have_no_slope(self, student):
        """Fewer than two places, and places that are equal, raise ValueError, also if they are not neighbours."""
        half = np.full(2, 0.5)
        assert_close(student.kr_dual_value(np.arange(2.0), np.arange(2.0), half, half)[1], 1.0, "lip of f = x")
        with pytest.raises(ValueError):
            student.kr_dual_value(np.ones(1), np.ones(1), np.ones(1), np.ones(1))
        with pytest.raises(ValueError):
            student.kr_dual_value(np.arange(3.0), np.array([1.0, 2.0, 1.0]), np.full(3, 1 / 3), np.full(3, 1 / 3))

    def test_other_lengths_than_that_of_the_places(self, student):
        """f_vals, p or q with fewer or more entries than there are places raises ValueError, also with a single one."""
        x, shares = np.arange(3.0), np.full(3, 1 / 3)
        assert_close(student.kr_dual_value(x, x, shares, shares)[1], 1.0, "lip of f = x")
        for other in (1, 2, 4):
            for place in range(3):
                given = [x, shares, shares]
                given[place] = np.full(other, 1 / other)
                f_vals, p, q = given
                with pytest.raises(ValueError):
                    student.kr_dual_value(f_vals, x, p, q)
