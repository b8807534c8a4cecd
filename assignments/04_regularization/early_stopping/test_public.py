import numpy as np

from autograder.suite import assert_close, assert_equal

CURVE = [4.0, 3.0, 5.0, 2.0, 6.0, 7.0]


def test_stops_after_its_patience(student):
    """With patience 2, the losses 4, 3, 5, 2, 6, 7 end training at the last of them."""
    stopper = student.EarlyStopping(patience=2, min_delta=0.5)
    stops = [stopper.step(val, [np.zeros(2)]) for val in CURVE]
    assert_equal(stops, [False, False, False, False, False, True], "what step returns, epoch by epoch")


def test_keeps_the_best_parameters(student):
    """The parameters of the epoch with loss 2 are kept."""
    stopper = student.EarlyStopping(patience=2, min_delta=0.5)
    for epoch, val in enumerate(CURVE):
        stopper.step(val, [np.full(3, float(epoch))])
    assert_close(stopper.best_params, [np.full(3, 3.0)], "best_params")
