import numpy as np

from autograder.suite import assert_close, assert_equal, points

# Losses are multiples of 1/64 and so are the settings: every way to write the comparison is exact.
SAID = "what step returns, epoch by epoch"


def follow(stopper, curve):
    return [stopper.step(val, [np.zeros(2)]) for val in curve]


def draw_curve(rng, reference, patience, min_delta, length=60):
    """A noisy curve, cut where training stops: what a stopper says after that is nobody's business."""
    falling = 4 * np.exp(-np.arange(length) / 5) + rng.uniform(0, 2, size=length)
    curve = [round(v * 64) / 64 for v in falling]
    stopper = reference.EarlyStopping(patience, min_delta)
    stops = follow(stopper, curve)
    return curve[: stops.index(True) + 1] if True in stops else curve


def only_the_last(curve):
    return [False] * (len(curve) - 1) + [True]


def test_stops_when_patience_epochs_brought_nothing(student, rng):
    """Training stops at the end of the last epoch that patience allows, not one later."""
    for patience in (1, 3, 4):
        curve = [1.0, *(1 + rng.integers(1, 64, size=patience) / 64)]
        stops = follow(student.EarlyStopping(patience=patience, min_delta=0.25), curve)
        assert_equal(stops, only_the_last(curve), SAID)
    huge = [1e12, 2e12, 2e12]  # the first epoch is an improvement, however bad it is
    assert_equal(follow(student.EarlyStopping(patience=2, min_delta=0.25), huge), only_the_last(huge), SAID)


def test_an_improvement_starts_the_count_again(student):
    """Only epochs in a row count: an improvement between them makes the stopper wait again."""
    curve = [8.0, 9.0, 9.0, 7.0, 9.0, 9.0, 6.0, 9.0, 9.0, 9.0]
    stops = follow(student.EarlyStopping(patience=3, min_delta=0.25), curve)
    assert_equal(stops, only_the_last(curve), SAID)


def test_a_tie_is_no_improvement(student):
    """An epoch exactly as good as the best, or better by exactly min_delta, is no improvement."""
    assert_equal(follow(student.EarlyStopping(patience=2, min_delta=0.0), [2.0, 2.0, 2.0]), [False, False, True], SAID)
    stops = follow(student.EarlyStopping(patience=2, min_delta=0.25), [1.0, 0.75, 0.75])
    assert_equal(stops, [False, False, True], SAID)


def test_gains_below_min_delta_do_not_count(student):
    """A loss that falls by less than min_delta in all is a loss that stands still."""
    curve = [1.0, 0.9375, 0.875, 0.8125]
    stops = follow(student.EarlyStopping(patience=3, min_delta=0.25), curve)
    assert_equal(stops, only_the_last(curve), SAID)


def test_small_gains_add_up(student):
    """Gains are measured from the last improvement: many small ones in a row become one."""
    curve = [1.0, 0.9375, 0.875, 0.8125, 0.75, 0.6875, 0.75, 0.75, 0.75, 0.75, 0.75]
    stops = follow(student.EarlyStopping(patience=5, min_delta=0.25), curve)
    assert_equal(stops, only_the_last(curve), SAID)


def test_settings_have_their_defaults(student):
    """Without arguments, patience is 10 and min_delta 1e-4."""
    curve = [1.0, *[1 - 5e-5] * 10]
    assert_equal(follow(student.EarlyStopping(), curve), only_the_last(curve), SAID)
    curve = [1.0, *[1 - 2e-4] * 11]
    assert_equal(follow(student.EarlyStopping(), curve), only_the_last(curve), SAID)


@points(2)
def test_noisy_curves(student, reference, rng):
    """On noisy curves, training stops where the rule says."""
    for patience, min_delta in [(3, 0.125), (5, 0.0), (8, 0.5)]:
        curve = draw_curve(rng, reference, patience, min_delta)
        expected = follow(reference.EarlyStopping(patience, min_delta), curve)
        assert_equal(follow(student.EarlyStopping(patience, min_delta), curve), expected, SAID)


@points(2)
def test_best_params_are_those_of_the_best_epoch(student, reference, rng):
    """After training has stopped, best_params holds the parameters of the last improvement."""
    curve = draw_curve(rng, reference, 4, 0.125)
    mine, theirs = student.EarlyStopping(4, 0.125), reference.EarlyStopping(4, 0.125)
    for val in curve:
        params = [rng.normal(size=(2, 3)), rng.normal(size=4)]
        mine.step(val, params)
        theirs.step(val, params)
    assert_close(mine.best_params, theirs.best_params, "best_params")


def test_a_gain_below_min_delta_keeps_the_older_params(student):
    """Parameters are replaced at an improvement only, not at every new minimum."""
    stopper = student.EarlyStopping(patience=5, min_delta=0.5)
    for epoch, val in enumerate([2.0, 1.0, 0.75, 1.5]):
        stopper.step(val, [np.full(3, float(epoch))])
    assert_close(stopper.best_params, [np.full(3, 1.0)], "best_params")


@points(2)
def test_best_params_survive_training_in_place(student, rng):
    """Training goes on changing its arrays in place; what was kept does not change with them."""
    curve = [3.0, 2.0, 1.0, 2.0, 3.0, 4.0]
    start = [rng.normal(size=(3, 2)), rng.normal(size=5)]
    updates = [[rng.normal(size=(3, 2)), rng.normal(size=5)] for _ in curve]
    stopper = student.EarlyStopping(patience=3, min_delta=0.25)
    epochs = student.given.training_loop.run_script(stopper, start, updates, curve)
    best = [theta + sum(update[i] for update in updates[:3]) for i, theta in enumerate(start)]
    assert_equal(epochs, 6, "the number of epochs")
    assert_close(stopper.best_params, best, "best_params")
