import numpy as np
import pytest

from autograder.suite import assert_close, points, signed

KINDS = ("mse", "mae")


def draw(rng, n=5, d=3):
    target = rng.normal(size=(n, d))
    return target + signed(rng, (n, d)), target


@points(2)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_losses_match_the_definition(student, reference, rng, kind, reduction):
    """The loss is that of the definition, also with as many samples as outputs, with one output and with one sample."""
    for n, d in ((5, 3), (4, 4), (6, 1), (1, 4)):
        both = draw(rng, n, d)
        wanted = reference.regression_loss(*both, kind, reduction)
        assert_close(student.regression_loss(*both, kind, reduction), wanted, "the loss", sizes={"N": n, "D": d})


def test_known_values(student):
    """Predicting 0 for four targets has the losses that were worked out by hand, and mse and mean are the defaults."""
    zeros, target = np.zeros((2, 2)), np.array([[1.0, 2.0], [3.0, 4.0]])
    assert_close(student.regression_loss(zeros, target), 15.0, "the mean squared error")
    assert_close(student.regression_loss(zeros, target, reduction="sum"), 30.0, "the sum of squares")
    assert_close(student.regression_loss(zeros, target, "mae", "sum"), 10.0, "the sum of absolute values")


def test_errors_three_times_as_large(student, rng):
    """Three times the errors make nine times the squared loss and three times the absolute loss."""
    pred, target = draw(rng)
    far = target + 3 * (pred - target)
    squares = float(((pred - target) ** 2).sum(axis=1).mean())
    assert_close(student.regression_loss(far, target), 9 * squares, "the squared loss")
    assert_close(
        student.regression_loss(far, target, "mae"), 3 * float(np.abs(pred - target).sum(axis=1).mean()), "the absolute loss"
    )


def test_repeating_the_data(student, reference, rng):
    """Having every sample twice leaves the mean as it is and doubles the sum."""
    pred, target = draw(rng)
    twice = np.concatenate([pred, pred]), np.concatenate([target, target])
    for kind in KINDS:
        once = reference.regression_loss(pred, target, kind)
        assert_close(student.regression_loss(*twice, kind), once, "the mean of the doubled data")
        assert_close(student.regression_loss(*twice, kind, "sum"), 10 * once, "the sum of the doubled data")


def test_an_output_more_adds_its_error(student, reference, rng):
    """An output that is off by 2 in every sample adds 4 to the squared loss and 2 to the absolute one."""
    pred, target = draw(rng)
    more = np.column_stack([pred, np.full(5, 7.0)]), np.column_stack([target, np.full(5, 5.0)])
    for kind, extra in (("mse", 4.0), ("mae", 2.0)):
        wanted = reference.regression_loss(pred, target, kind) + extra
        assert_close(student.regression_loss(*more, kind), wanted, "the loss with one output more")


@pytest.mark.parametrize("shapes", [((5, 1), (5,)), ((5,), (5, 1)), ((4, 3), (1, 3)), ((4, 1), (4, 3))])
def test_other_shapes_are_refused(student, rng, shapes):
    """Predictions and targets of different shapes raise ValueError, also where numpy could stretch them."""
    with pytest.raises(ValueError):
        student.regression_loss(rng.normal(size=shapes[0]), rng.normal(size=shapes[1]))


def test_other_words_are_refused(student, rng):
    """A kind or a reduction that the statement does not name raises ValueError."""
    for words in (("rmse", "mean"), ("mse", "none"), ("mae", "max")):
        with pytest.raises(ValueError):
            student.regression_loss(*draw(rng), *words)
