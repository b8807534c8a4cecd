import numpy as np
import pytest

from autograder.suite import assert_close, definition, gradcheck, points

AXES = ("sequence", "position", "token")


def draw(rng, n=3, t=5, v=7, share=0.5):
    labels = np.where(rng.random((n, t)) < share, rng.integers(v, size=(n, t)), -100)
    labels[0, 1], labels[1, 0], labels[2, 2] = 4, 0, -100
    return rng.normal(size=(n, t, v)) * 2, labels


@points(3)
def test_loss_and_gradient_match_the_definition(student, reference, rng):
    """Loss and gradient are those of the definition, for both reductions."""
    for sizes in ((3, 5, 7), (6, 6, 6)):
        logits, labels = draw(rng, *sizes)
        for reduction in ("mean", "token_mean"):
            loss, dlogits = student.mlm_loss(logits, labels, reduction)
            right, dright = reference.mlm_loss(logits, labels, reduction)
            assert_close(float(loss), right, f"the loss with {reduction}")
            assert_close(dlogits, dright, f"dlogits with {reduction}", axes=AXES)


def test_mean_is_usual(student, reference, rng):
    """Without a reduction, the sum over tokens is averaged over sequences, also over those without a label."""
    logits, labels = draw(rng, 4)
    labels[3] = -100
    loss, dlogits = student.mlm_loss(logits, labels)
    right, dright = reference.mlm_loss(logits, labels)
    assert_close(float(loss), right, "the loss")
    assert_close(dlogits, dright, "dlogits", axes=AXES)


@points(2)
def test_gradient_by_differences(student, reference, rng):
    """The gradient is the slope of the loss."""
    logits, labels = draw(rng)
    for reduction in ("mean", "token_mean"):
        gradcheck(
            lambda z: student.mlm_loss(z, labels, reduction)[0],  # noqa: B023
            lambda dout, z: (dout * student.mlm_loss(z, labels, reduction)[1],),  # noqa: B023
            {"logits": logits},
            reference=lambda z: reference.mlm_loss(z, labels, reduction)[0],  # noqa: B023
            rng=rng,
            cache=False,
        )


@definition
def test_known_values(student):
    """Equal logits cost ln V for each label; a certain and right guess costs nothing."""
    labels = np.array([[2, -100, 5], [1, 0, -100]])
    assert_close(float(student.mlm_loss(np.full((2, 3, 6), 3.0), labels)[0]), 2 * np.log(6), "the loss of equal logits")
    sure = np.zeros((2, 3, 6))
    for n, t in ((0, 0), (0, 2), (1, 0), (1, 1)):
        sure[n, t, labels[n, t]] = 2000.0
    loss, dlogits = student.mlm_loss(sure, labels, "token_mean")
    assert_close(float(loss), 0.0, "the loss of sure and right guesses", atol=1e-12)
    assert_close(dlogits, np.zeros((2, 3, 6)), "dlogits of sure and right guesses", atol=1e-12)


def test_unlabelled_positions_do_not_count(student, reference, rng):
    """Logits at positions without a label change nothing, and have no gradient; those at labels have."""
    logits, labels = draw(rng)
    other = np.where((labels == -100)[:, :, None], rng.normal(size=logits.shape) * 50, logits)
    loss, dlogits = student.mlm_loss(other, labels)
    right, dright = reference.mlm_loss(logits, labels)
    assert_close(float(loss), right, "the loss with other logits at positions without a label")
    assert_close(dlogits, dright, "dlogits", axes=AXES)


@definition
def test_no_label_at_all(student, rng):
    """If nothing is labelled, loss and gradient are 0, for both reductions; one label makes a difference."""
    logits, labels = rng.normal(size=(2, 3, 4)), np.full((2, 3), -100)
    for reduction in ("mean", "token_mean"):
        loss, dlogits = student.mlm_loss(logits, labels, reduction)
        assert_close(float(loss), 0.0, "the loss without labels")
        assert_close(dlogits, np.zeros((2, 3, 4)), "dlogits without labels")
    labels[1, 2] = 0
    right = -np.log(np.exp(logits[1, 2, 0]) / np.exp(logits[1, 2]).sum())
    assert_close(float(student.mlm_loss(logits, labels, "token_mean")[0]), right, "the loss with one label")


def test_large_logits_do_not_overflow(student, reference, rng):
    """Logits in the thousands give a finite loss and gradient."""
    logits, labels = draw(rng)
    loss, dlogits = student.mlm_loss(1000 * logits, labels)
    right, dright = reference.mlm_loss(1000 * logits, labels)
    assert_close(float(loss), right, "the loss")
    assert_close(dlogits, dright, "dlogits", axes=AXES)


def test_bad_arguments_are_refused(student, rng):
    """Another reduction, or a label that is neither -100 nor a token, is a ValueError that names the argument."""
    logits, labels = draw(rng)
    with pytest.raises(ValueError, match="reduction"):
        student.mlm_loss(logits, labels, "sum")
    for wrong in (7, -1):
        bad = labels.copy()
        bad[2, 2] = wrong
        with pytest.raises(ValueError, match="labels"):
            student.mlm_loss(logits, bad)
