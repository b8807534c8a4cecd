import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_true, definition, exercise, points


@exercise("step_decay")
class TestDecay:
    @points(2)
    def test_steps(self, student, reference, rng):
        """step_decay: the rate at every t over several periods."""
        lr0, gamma, period = rng.uniform(0.1, 1), rng.uniform(0.2, 0.8), int(rng.integers(4, 9))
        for t in range(3 * period + 2):
            assert_close(student.step_decay(t, lr0, gamma, period), reference.step_decay(t, lr0, gamma, period), "the rate")

    def test_where_it_is_cut(self, student):
        """step_decay: the cuts are at whole multiples of the period, not before and not after."""
        rates = [student.step_decay(t, 0.1, 0.1, 30) for t in (0, 29, 30, 59, 60)]
        assert_close(rates, [0.1, 0.1, 0.01, 0.01, 0.001], "the rates at 0, 29, 30, 59 and 60")

    def test_a_cut_at_every_step(self, student, rng):
        """step_decay: with a period of 1 every step is cut."""
        gamma = rng.uniform(0.2, 0.8)
        rates = [student.step_decay(t, 1.0, gamma, 1) for t in range(4)]
        assert_close(rates, [1.0, gamma, gamma**2, gamma**3], "the rates")

    def test_smooth(self, student, reference, rng):
        """step_decay: the smooth form decays without jumps, and meets the other at the cuts."""
        lr0, gamma = rng.uniform(0.1, 1), rng.uniform(0.2, 0.8)
        for t in range(13):
            wanted = reference.step_decay(t, lr0, gamma, 5, smooth=True)
            assert_close(student.step_decay(t, lr0, gamma, 5, smooth=True), wanted, "the smooth rate")

    @points(2)
    def test_power(self, student, reference, rng):
        """power_decay_lr: the rate for several powers, and 1 / n without one."""
        a = rng.uniform(0.1, 1)
        for n in (1, 2, 7):
            assert_close(student.power_decay_lr(n, a)[0], a / n, "the rate")
            for p in (0.0, 0.5, 0.75, 1.5):
                assert_close(student.power_decay_lr(n, a, p)[0], reference.power_decay_lr(n, a, p)[0], "the rate")

    @points(2)
    def test_which_powers_are_sure(self, student, reference):
        """power_decay_lr: which powers make the rates sum up to infinity, and their squares to a finite number."""
        assert_equal(student.power_decay_lr(3, 0.5)[1], True, "valid for the default power")
        for p in (0.0, 0.25, 0.5, 0.51, 0.75, 1.0, 1.01, 2.0):
            assert_equal(student.power_decay_lr(3, 0.5, p)[1], reference.power_decay_lr(3, 0.5, p)[1], "valid")

    def test_noise_dies_out(self, student, rng):
        """power_decay_lr: with rates 1 / n a noisy descent on a parabola ends exactly at the mean of the noise."""
        noise, theta = rng.normal(size=50), 3.0
        for n in range(1, 51):
            theta = theta - student.power_decay_lr(n, 1.0)[0] * (theta - noise[n - 1])
        assert_close(theta, float(noise.mean()), "where it ends")

    def test_steps_count_from_one(self, student):
        """power_decay_lr: a step with the number 0 raises a ValueError."""
        with pytest.raises(ValueError):
            student.power_decay_lr(0, 0.1)


@exercise("warmup_cosine")
class TestCosine:
    @points(2)
    def test_the_cosine(self, student, reference, rng):
        """cosine_annealing: the rate at every t, with and without a least rate, and beyond the end."""
        T, high, low = int(rng.integers(8, 14)), rng.uniform(0.5, 1), rng.uniform(0.1, 0.2)
        for t in range(2 * T + 3):
            wanted = reference.cosine_annealing(t, T, high, low)
            assert_close(student.cosine_annealing(t, T, high, low), wanted, "the rate")
            assert_close(student.cosine_annealing(t, T, high), reference.cosine_annealing(t, T, high), "the rate", atol=1e-12)

    def test_known_values_of_the_cosine(self, student):
        """cosine_annealing: from 0.1 to 0.001 in 100 steps."""
        rates = [student.cosine_annealing(t, 100, 0.1, 0.001) for t in (0, 25, 50, 75, 100, 101)]
        assert_close(rates, [0.1, 0.085501786, 0.0505, 0.015498214, 0.001, 0.001], "the rates", atol=1e-9)

    def test_a_single_step_down(self, student, rng):
        """cosine_annealing: with T = 1 the next step has the least rate already, with and without a warm-up before it."""
        high = rng.uniform(0.5, 1)
        rates = [student.cosine_annealing(t, 1, high, 0.1) for t in (0, 1, 2)]
        assert_close(rates, [high, 0.1, 0.1], "the rates")
        rates = [student.warmup_cosine(t, 3, 2, high, 0.1) for t in (0, 1, 2, 3)]
        assert_close(rates, [0.0, high / 2, high, 0.1], "the rates with a warm-up")

    @points(2)
    def test_with_a_warm_up(self, student, reference, rng):
        """warmup_cosine: the rate at every t, from 0 to beyond the end."""
        T_w, high, low = int(rng.integers(4, 7)), rng.uniform(0.5, 1), rng.uniform(0.1, 0.2)
        T = T_w + int(rng.integers(8, 14))
        for t in range(2 * T):
            wanted = reference.warmup_cosine(t, T, T_w, high, low)
            assert_close(student.warmup_cosine(t, T, T_w, high, low), wanted, "the rate", atol=1e-12)

    def test_known_values_of_the_warm_up(self, student):
        """warmup_cosine: 0 at first, the peak at the end of the warm-up, the least rate at the end."""
        rates = [student.warmup_cosine(t, 100, 10, 0.1, 0.001) for t in (0, 5, 10, 55, 100, 130)]
        assert_close(rates, [0.0, 0.05, 0.1, 0.0505, 0.001, 0.001], "the rates")

    def test_no_least_rate(self, student, reference):
        """warmup_cosine: without lr_min the end is 0."""
        for t in (5, 30, 60):
            assert_close(student.warmup_cosine(t, 60, 10, 0.1), reference.warmup_cosine(t, 60, 10, 0.1), "the rate", atol=1e-12)

    def test_without_warm_up(self, student, rng):
        """warmup_cosine: with no warm-up it is the cosine from the start."""
        high = rng.uniform(0.5, 1)
        for t in (0, 4, 9, 20):
            wanted = student.cosine_annealing(t, 20, high, 0.1)
            assert_close(student.warmup_cosine(t, 20, 0, high, 0.1), wanted, "the rate without a warm-up")
        assert_close(student.warmup_cosine(0, 20, 0, high, 0.1), high, "the first rate without a warm-up")


@exercise("onecycle_lr")
class TestOneCycle:
    @points(2)
    def test_every_step(self, student, reference, rng):
        """The rate at every step, where the peak falls on a step and where it does not."""
        for total, pct in [(20, 0.3), (20, 0.45), (17, 0.3), (5, 0.3)]:
            high, div, final = rng.uniform(0.5, 1), rng.uniform(3, 9), rng.uniform(20, 50)
            for t in range(total):
                wanted = reference.onecycle_lr(t, total, high, pct, div, final)
                assert_close(student.onecycle_lr(t, total, high, pct, div, final), wanted, "the rate")

    @points(2)
    @definition
    def test_known_values(self, student):
        """100 steps with the peak 0.001, against values worked out beforehand."""
        rates = np.array([float(student.onecycle_lr(t, 100, 1e-3)) for t in (0, 15, 29, 64, 99)])
        assert_close(rates[:4], np.array([4e-5, 5.459867e-4, 1e-3, 5.00002e-4]), "the rates", atol=1e-10)
        assert_close(rates[4] * 1e9, 4.0, "the last rate, times 1e9", rtol=1e-6)

    def test_up_then_down(self, student, rng):
        """The rate rises up to its peak and falls from there on; the end is far below the start."""
        rates = np.array([float(student.onecycle_lr(t, 40, rng.uniform(1, 1.0001))) for t in range(40)])
        assert_true(bool(np.all(np.diff(rates[:12]) > 0)), "the rate does not rise up to its peak")
        assert_true(bool(np.all(np.diff(rates[11:]) < 0)), "the rate does not fall after its peak")
        assert_true(bool(rates[-1] < 0.001 * rates[0]), "the last rate is not far below the first")

    def test_flat_at_the_ends(self, student):
        """Both phases are cosines: half way up the rate is half way between its ends, and before that it is below a line."""
        rates = [float(student.onecycle_lr(t, 50, 1.0, pct=0.5, div=4.0)) for t in range(50)]
        assert_close(rates[12], 0.625, "the rate half way up")
        assert_close(rates[6], 0.25 + 0.75 * 0.5 * (1 - np.cos(np.pi / 4)), "the rate a quarter of the way up")

    def test_steps_that_do_not_exist(self, student):
        """A step below 0, or from total on, raises a ValueError."""
        for t in (-1, 20, 21):
            with pytest.raises(ValueError):
                student.onecycle_lr(t, 20, 0.1)


@exercise("batch_size_schedule")
class TestBatchSizes:
    @points(2)
    def test_sizes_and_updates(self, student, reference, rng):
        """Sizes and number of updates for several schedules, with sizes that do not divide the number of examples."""
        for factor, milestones, cap in [(2, [3, 5], 10**6), (3, [6, 2, 4], 10**6), (2, [1, 2, 5], 45)]:
            n, b0 = int(rng.integers(200, 400)) * 2 + 1, int(rng.integers(3, 6)) * 4
            args = (8, b0, factor, milestones, cap, n)
            got, wanted = student.batch_size_schedule(*args), reference.batch_size_schedule(*args)
            assert_equal(np.asarray(got[0]).tolist(), wanted[0].tolist(), "the sizes")
            assert_equal(got[1], wanted[1], "the number of updates")

    def test_from_the_milestone_on(self, student):
        """The milestone's own epoch already has the larger batches, and later epochs keep them."""
        sizes, n_updates = student.batch_size_schedule(6, 10, 2, [2, 4], 1000, 100)
        assert_equal(np.asarray(sizes).tolist(), [10, 10, 20, 20, 40, 40], "the sizes")
        assert_equal(n_updates, 36, "the number of updates")

    def test_one_of_everything(self, student):
        """One epoch of one example, in batches of one, with a cap of one."""
        sizes, n_updates = student.batch_size_schedule(1, 1, 2, [0], 1, 1)
        assert_equal(np.asarray(sizes).tolist(), [1], "the sizes")
        assert_equal(n_updates, 1, "the number of updates")

    def test_never_above_the_cap(self, student):
        """A size that would be above the cap is the cap itself."""
        sizes, n_updates = student.batch_size_schedule(4, 10, 4, [1, 2], 50, 100)
        assert_equal(np.asarray(sizes).tolist(), [10, 40, 50, 50], "the sizes")
        assert_equal(n_updates, 10 + 3 + 2 + 2, "the number of updates")

    def test_the_last_batch_counts(self, student, rng):
        """A batch that is not full is an update as well."""
        n = int(rng.integers(5, 9)) * 10 + 1
        assert_equal(student.batch_size_schedule(3, 10, 2, [], 100, n)[1], 3 * (n // 10 + 1), "the number of updates")

    def test_whole_numbers(self, student):
        """Sizes are whole numbers, one for each epoch."""
        sizes = np.asarray(student.batch_size_schedule(5, 8, 2, [0, 3], 64, 50)[0])
        assert_true(np.issubdtype(sizes.dtype, np.integer), "the sizes are not whole numbers")
        assert_equal(sizes.tolist(), [16, 16, 16, 32, 32], "the sizes")
