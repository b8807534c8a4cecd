import numpy as np

from autograder.suite import assert_close, assert_equal, exercise


@exercise("step_decay")
def test_two_cuts(student):
    """A rate of 0.1, cut by ten every 30 epochs."""
    rates = [student.step_decay(t, 0.1, 0.1, 30) for t in (0, 29, 30, 59, 60)]
    assert_close(rates, [0.1, 0.1, 0.01, 0.01, 0.001], "the learning rates")


@exercise("step_decay")
def test_the_harmonic_rate(student):
    """With p = 1 the tenth rate is a tenth of the first, and convergence is sure."""
    rate, valid = student.power_decay_lr(10, 0.5)
    assert_close(rate, 0.05, "the learning rate")
    assert_equal(valid, True, "valid")


@exercise("warmup_cosine")
def test_half_way(student):
    """Half way down, both schedules are in the middle between the greatest and the least rate."""
    assert_close(student.cosine_annealing(50, 100, 0.1, 0.001), 0.0505, "the cosine")
    assert_close(student.warmup_cosine(55, 100, 10, 0.1, 0.001), 0.0505, "the cosine after a warm-up")
    assert_close(student.warmup_cosine(5, 100, 10, 0.1, 0.001), 0.05, "the rate in the middle of the warm-up")


@exercise("onecycle_lr")
def test_begin_peak_and_end(student):
    """Of 100 steps, step 0 has 1/25 of the peak, step 29 the peak, step 99 almost nothing."""
    rates = [student.onecycle_lr(t, 100, 1e-3) for t in (0, 29, 99)]
    assert_close(rates, [4e-5, 1e-3, 4e-9], "the learning rates")


@exercise("batch_size_schedule")
def test_one_milestone(student):
    """From epoch 2 on batches of 32 become batches of 64; 100 examples make 4, 4, 2 and 2 updates."""
    sizes, n_updates = student.batch_size_schedule(4, 32, 2, [2], 512, 100)
    assert_equal(np.asarray(sizes).tolist(), [32, 32, 64, 64], "the sizes")
    assert_equal(n_updates, 12, "the number of updates")
