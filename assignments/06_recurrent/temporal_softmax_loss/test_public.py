import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck


def draw(rng):
    mask = np.array([[True, True, False, True], [True, False, True, False], [False, True, True, True]])
    return rng.normal(size=(3, 4, 5)), rng.integers(5, size=(3, 4)), mask


def test_knowing_nothing_costs_log_v_a_step(student):
    """Equal logits for 4 classes: with two steps that count in the only sequence, the loss is 2 log 4."""
    loss, _ = student.temporal_softmax_loss(np.zeros((1, 3, 4)), np.array([[0, 3, 1]]), np.array([[True, False, True]]))
    assert_close(loss, 2 * np.log(4), "loss")


def test_shape_of_the_gradient(student, rng):
    """dlogits has the shape of logits."""
    _, dlogits = student.temporal_softmax_loss(*draw(rng))
    assert_shape(dlogits, (3, 4, 5), "dlogits")


def test_gradient_agrees_with_your_loss(student, rng):
    """Nudging the logits changes your loss as dlogits says."""
    logits, targets, mask = draw(rng)
    gradcheck(
        lambda logits: student.temporal_softmax_loss(logits, targets, mask),
        lambda dloss, dlogits: dloss * dlogits,
        {"logits": logits},
        rng=rng,
        axes={"logits": ("sequence", "time step", "class")},
    )
