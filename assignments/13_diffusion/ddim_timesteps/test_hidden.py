import numpy as np

from autograder.suite import assert_equal, assert_true, definition, points


def whole(tau):
    """The indices as an array, if they are whole numbers in one row."""
    tau = np.asarray(tau)
    assert_true(tau.ndim == 1 and tau.dtype.kind in "iu", "the result is no array of integers with one axis")
    return tau.astype(int)


@definition
@points(2)
def test_indices_are_the_nearest_to_even_spacing(student, rng):
    """Every index is within one half of its place on the evenly spaced line."""
    for kept in (5, 8, 13):
        steps = kept
        while steps % kept == 0 or (steps - 1) % (kept - 1) < 2:  # no whole stride, and decimals above one half
            steps = int(rng.integers(3 * kept, 9 * kept))
        tau = whole(student.ddim_timesteps(steps, kept))
        assert_equal(len(tau), kept, "number of indices")
        away = np.abs(tau - np.arange(kept) * (steps - 1) / (kept - 1))
        assert_true(away.max() < 0.5 + 1e-9, "an index is not the nearest whole number to its place")


@points(2)
def test_begins_at_zero_and_ends_at_the_last(student, rng):
    """The first index is 0 and the last T - 1, also where S does not divide T, and they rise from one to the next."""
    for kept in (2, 4, 7):
        steps = 3 * kept + int(rng.integers(1, kept)) if kept > 2 else 9
        tau = whole(student.ddim_timesteps(steps, kept))
        assert_equal((int(tau[0]), int(tau[-1])), (0, steps - 1), "first and last index")
        assert_true(bool((np.diff(tau) > 0).all()), "the indices do not rise")


def test_all_steps(student, rng):
    """With S = T every index is kept, each once."""
    for steps in (int(rng.integers(5, 20)), 50, 1000):
        assert_equal(whole(student.ddim_timesteps(steps, steps)), np.arange(steps), "the indices")


def test_nearly_all_steps(student, rng):
    """With a few steps left out, no index comes twice."""
    steps = int(rng.integers(40, 60))
    for left_out in (1, 2, 3):
        tau = whole(student.ddim_timesteps(steps, steps - left_out))
        assert_equal(len(set(tau.tolist())), steps - left_out, "number of different indices")


def test_a_single_step_is_the_last(student, rng):
    """With S = 1 the index kept is T - 1, from where sampling begins."""
    steps = int(rng.integers(5, 50))
    assert_equal(whole(student.ddim_timesteps(steps, 1)), np.array([steps - 1]), "the index")


@definition
def test_ten_of_a_thousand(student):
    """Ten out of a thousand are 111 apart."""
    assert_equal(whole(student.ddim_timesteps(1000, 10)), 111 * np.arange(10), "the indices")
