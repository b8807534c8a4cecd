"""Which flaws of the backward of an LSTM's step does the student's test notice?"""

from autograder.suite import points


def called(module, dh, dc, x, h_prev, c_prev, wx, wh, b):
    """The target takes a cache; the student's function takes what the cache is made of."""
    *_, cache = module.lstm_cell_forward(x, h_prev, c_prev, wx, wh, b)
    return module.lstm_cell_backward(dh, dc, cache)


def test_notices_a_bias_summed_wrongly(student, versions, rng):
    """It notices a gradient of the bias that is summed over the wrong axis."""
    versions.check(student.test_lstm_cell_backward, rng, "sum-gates", through=called)


def test_notices_a_missing_path_through_h(student, versions, rng):
    """It notices that the gradient of h does not reach the cell."""
    versions.check(student.test_lstm_cell_backward, rng, "no-dh-path", through=called)


@points(2)
def test_notices_a_missing_path_through_c(student, versions, rng):
    """It notices that the gradient from the next cell is lost."""
    versions.check(student.test_lstm_cell_backward, rng, "dc-ignored", through=called)


@points(2)
def test_notices_a_gradient_that_passes_closed_gates(student, versions, rng):
    """It notices a gradient of the old cell that passes a closed gate."""
    versions.check(student.test_lstm_cell_backward, rng, "f-missing", through=called)


@points(2)
def test_notices_wrong_slopes(student, versions, rng):
    """It notices wrong slopes of the nonlinearities."""
    versions.check(student.test_lstm_cell_backward, rng, "tanh-of-c", "gate-derivative-a", through=called)


@points(2)
def test_notices_a_gradient_averaged_over_the_batch(student, versions, rng):
    """It notices a gradient that is averaged over the batch where it should be summed."""
    averaged = "mutant: lstm_cell_backward: mean/sum: da.sum(axis=0) -> da.mean(axis=0)"
    versions.check(student.test_lstm_cell_backward, rng, averaged, through=called)
