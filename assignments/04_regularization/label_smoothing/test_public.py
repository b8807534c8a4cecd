import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck


def test_known_targets(student):
    """Of four classes, with alpha 0.1 and the true class 1, the targets are (0.025, 0.925, 0.025, 0.025)."""
    targets, _, _ = student.label_smoothing(np.array([1]), 4, 0.1, np.zeros((1, 4)))
    assert_close(targets, np.array([[0.025, 0.925, 0.025, 0.025]]), "targets")


def test_equal_logits_cost_ln_c(student):
    """Where all logits are equal, the loss is ln C, smoothed or not."""
    _, loss, dz = student.label_smoothing(np.array([2, 0, 2]), 5, 0.2, np.zeros((3, 5)))
    assert_close(loss, np.log(5), "loss")
    assert_shape(dz, (3, 5), "dz")


def test_dz_agrees_with_your_loss(student, rng):
    """Nudging the logits changes your loss as your dz says."""
    labels = rng.integers(0, 4, size=6)
    gradcheck(
        lambda z: student.label_smoothing(labels, 4, 0.2, z)[1],
        lambda dout, z: dout * student.label_smoothing(labels, 4, 0.2, z)[2],
        {"z": rng.normal(size=(6, 4))},
        cache=False,
        rng=rng,
    )
