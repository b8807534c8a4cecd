import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, gradcheck, points

AXES = ("sequence", "time step", "class")
KINDS = ["mean", "token_mean", "sum"]


def draw(rng, n=3, t=5, v=4):
    """Sequences of different length: the number of steps that count is neither N nor N*T, nor divisible by N."""
    lengths = np.minimum(rng.permutation([5, 2, 3])[:n], t)
    mask = np.arange(t) < lengths[:, None]
    return 2 * rng.normal(size=(n, t, v)), rng.integers(v, size=(n, t)), mask


@points(2)
@pytest.mark.parametrize("reduction", KINDS)
def test_loss_of_padded_sequences(student, reference, rng, reduction):
    """The loss is the sum over the steps that count, divided as the reduction says."""
    given = draw(rng)
    loss, _ = student.temporal_softmax_loss(*given, reduction)
    sizes = {"the number of sequences": 3, "the number of steps": 15, "the number of steps that count": 10}
    assert_close(loss, reference.temporal_softmax_loss(*given, reduction)[0], "loss", sizes=sizes)


@points(2)
@pytest.mark.parametrize("reduction", KINDS)
def test_gradient_of_padded_sequences(student, reference, rng, reduction):
    """dlogits is the gradient of that loss, at every time step."""
    for sizes in ((3, 5, 4), (3, 3, 3)):  # also where all lengths are equal
        given = draw(rng, *sizes)
        _, dlogits = student.temporal_softmax_loss(*given, reduction)
        assert_close(dlogits, reference.temporal_softmax_loss(*given, reduction)[1], "dlogits", axes=AXES)


def test_sum_over_steps_and_mean_over_sequences_by_default(student, reference, rng):
    """Without a reduction, the loss is divided by the number of sequences, also if nothing counts in one of them."""
    given = draw(rng)
    given[2][0] = False
    loss, dlogits = student.temporal_softmax_loss(*given)
    expected = reference.temporal_softmax_loss(*given)
    assert_close(loss, expected[0], "loss")
    assert_close(dlogits, expected[1], "dlogits", axes=AXES)


@points(2)
@pytest.mark.parametrize("reduction", KINDS)
def test_gradient_agrees_with_finite_differences(student, reference, rng, reduction):
    """Nudging the logits changes the loss as dlogits says."""
    logits, targets, mask = draw(rng)
    gradcheck(
        lambda logits: student.temporal_softmax_loss(logits, targets, mask, reduction),
        lambda dloss, dlogits: dloss * dlogits,
        {"logits": logits},
        reference=lambda logits: reference.temporal_softmax_loss(logits, targets, mask, reduction),
        rng=rng,
        axes={"logits": AXES},
    )


def test_knowing_nothing_costs_log_v_for_each_token(student, rng):
    """With equal logits each step that counts costs log V, whatever the targets are."""
    _, targets, mask = draw(rng)
    logits = np.repeat(rng.normal(size=(3, 5, 1)), 4, axis=2)
    for reduction, steps in (("token_mean", 1), ("mean", 10 / 3), ("sum", 10)):
        loss, _ = student.temporal_softmax_loss(logits, targets, mask, reduction)
        assert_close(loss, steps * np.log(4), f'loss with "{reduction}"')


def test_steps_that_do_not_count_have_no_influence(student, rng):
    """Other logits and targets where the mask is False change nothing, and the gradient is exactly 0 there."""
    logits, targets, mask = draw(rng)
    loss, dlogits = student.temporal_softmax_loss(logits, targets, mask)
    assert_shape(dlogits, (3, 5, 4), "dlogits")
    other = np.where(mask[:, :, None], logits, rng.normal(size=(3, 5, 4)))
    again, _ = student.temporal_softmax_loss(other, np.where(mask, targets, (targets + 1) % 4), mask)
    assert_close(again, loss, "loss with other logits at padding")
    assert_equal((np.abs(dlogits).max(axis=2) > 0), mask, "whether dlogits differs from 0 at a step")


def test_only_the_last_step(student, reference, rng):
    """A mask can choose a single step of each sequence: then the loss is an ordinary cross-entropy."""
    logits, targets, _ = draw(rng)
    mask = np.zeros((3, 5), dtype=bool)
    mask[:, -1] = True
    loss, dlogits = student.temporal_softmax_loss(logits, targets, mask)
    last = logits[:, -1] - np.log(np.exp(logits[:, -1]).sum(axis=1, keepdims=True))
    assert_close(loss, -last[np.arange(3), targets[:, -1]].mean(), "loss")
    assert_close(dlogits.sum(axis=2), np.zeros((3, 5)), "sum of dlogits over the classes", atol=1e-12)


def test_large_logits_stay_finite(student, reference, rng):
    """Logits of ten thousand give a finite loss, also where the right class gets the smallest of them."""
    logits, targets, mask = draw(rng)
    logits = 1e4 * np.sign(logits) + logits
    loss, dlogits = student.temporal_softmax_loss(logits, targets, mask)
    assert_true(bool(np.isfinite(loss)) and bool(np.isfinite(dlogits).all()), "loss or dlogits is not finite")
    expected = reference.temporal_softmax_loss(logits, targets, mask)
    assert_close(loss, expected[0], "loss")
    assert_close(dlogits, expected[1], "dlogits", axes=AXES)


@pytest.mark.parametrize("rubbish", [np.nan, -np.inf])
def test_inf_and_nan_have_no_influence_where_nothing_counts(student, reference, rng, rubbish):
    """Where the mask is False, logits of inf or nan change nothing, neither the loss nor dlogits."""
    logits, targets, mask = draw(rng)
    soiled = np.where(mask[:, :, None], logits, rubbish)
    loss, dlogits = student.temporal_softmax_loss(soiled, targets, mask)
    expected = reference.temporal_softmax_loss(logits, targets, mask)
    assert_close(loss, expected[0], "loss with inf or nan where the mask is False")
    assert_close(dlogits, expected[1], "dlogits with inf or nan where the mask is False", axes=AXES)
