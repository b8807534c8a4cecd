import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, definition, leaves_arguments, points, signed

SHAPES = ((6,), (4, 3), (5, 5), (1, 4))


def answers(rng, shape):
    """Hard and soft answers in any order."""
    return rng.permutation(np.resize([0.0, 1.0, 0.3], int(np.prod(shape)))).reshape(shape)


@leaves_arguments
@points(2)
def test_probabilities_match_the_definition(student, reference, rng):
    """The loss of probabilities is that of the definition, with one question a sample or with several."""
    for shape in SHAPES:
        p, y = rng.uniform(0.05, 0.95, size=shape), answers(rng, shape)
        assert_close(student.bce_loss(p, y), reference.bce_loss(p, y), "the loss", sizes={"N": shape[0]})


@leaves_arguments
@points(2)
def test_logits_match_the_definition(student, reference, rng):
    """The loss of logits is that of the definition, with one question a sample or with several."""
    for shape in SHAPES:
        z, y = signed(rng, shape, 0.3, 3.0), answers(rng, shape)
        assert_close(student.bce_from_logits(z, y), reference.bce_from_logits(z, y), "the loss", sizes={"N": shape[0]})


def test_by_hand(student):
    """Two and three probabilities have the losses that were worked out by hand."""
    for p, y, loss in (([0.9, 0.2], [1.0, 0.0], 0.164252), ([0.9, 0.2, 0.5], [1.0, 0.0, 1.0], 0.340550)):
        assert_close(student.bce_loss(np.array(p), np.array(y)), loss, "the loss", atol=1e-6)


@definition
def test_yes_and_no_exchanged(student, rng):
    """Calling yes no and no yes changes nothing: the loss at (1 - p, 1 - y) is the loss at (p, y)."""
    p, y = rng.uniform(0.05, 0.95, size=(5, 2)), answers(rng, (5, 2))
    wanted = float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).sum(axis=1).mean())
    assert_close(student.bce_loss(1 - p, 1 - y), wanted, "the loss at 1 - p and 1 - y")


def test_certain_probabilities_are_clipped(student, rng):
    """At p = 0 and p = 1 the loss is that of eps and of 1 - eps, for the default eps and for another."""
    p, y = np.array([0.0, 1.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0, 1.0])
    assert_close(student.bce_loss(p, y), -np.log(1e-12) / 2, "the loss with the default eps", rtol=1e-4)
    for eps in (1e-3, 0.05):
        wanted = -(2 * np.log(eps) + 2 * np.log(1 - eps)) / 4
        assert_close(student.bce_loss(p, y, eps), float(wanted), "the loss with another eps")
        assert_close(student.bce_loss(p, y, eps=eps), float(wanted), "the loss with another eps")


def test_each_end_is_clipped(student):
    """Only "certainly no", or only "certainly yes": the loss is finite either way."""
    for p, y in ((0.0, 1.0), (1.0, 0.0), (0.0, 0.0), (1.0, 1.0)):
        loss = student.bce_loss(np.array([p]), np.array([y]), 0.01)
        assert_close(loss, float(-np.log(0.01 if p != y else 0.99)), "the loss at the ends")


@definition
def test_both_forms_agree(student, rng):
    """For moderate logits, the loss of the logits is the loss of their sigmoids."""
    z, y = signed(rng, (6, 2), 0.2, 4.0), answers(rng, (6, 2))
    p = 1 / (1 + np.exp(-z))
    wanted = float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).sum(axis=1).mean())
    assert_close(student.bce_from_logits(z, y), wanted, "the loss of the logits")


def test_large_logits(student, rng):
    """Logits as large as 10000 give a finite loss: about |z| where they are wrong, 0 where they are right."""
    size = rng.uniform(5e3, 1e4, size=4)
    z, y = size * np.array([1, -1, 1, -1]), np.array([0.0, 1.0, 1.0, 0.0])
    assert_close(student.bce_from_logits(z, y), float(size[:2].sum() / 4), "the loss of large logits")
    for k in (0, 1):
        assert_close(student.bce_from_logits(z[k : k + 1], y[k : k + 1]), float(size[k]), "the loss of one large logit")


def test_logits_are_softmax_with_two_classes(student, rng):
    """The loss is the cross-entropy of two classes with the logits 0 and z."""
    z, yes = signed(rng, 7, 0.3, 3.0), np.array([0, 1, 1, 0, 1, 0, 0])
    both = np.column_stack([np.zeros(7), z])
    wanted = np.log(np.exp(both).sum(axis=1)) - both[np.arange(7), yes]
    assert_close(student.bce_from_logits(z, yes.astype(float)), float(wanted.mean()), "the loss")


def test_losses_are_positive(student, rng):
    """No answer costs less than nothing."""
    y = np.array([0.0, 1.0, 1.0, 0.0])
    assert_true(student.bce_loss(rng.uniform(0.1, 0.9, size=4), y) > 0, "the loss of probabilities is not positive")
    assert_true(student.bce_from_logits(signed(rng, 4), y) > 0, "the loss of logits is not positive")


def test_other_shapes_are_refused(student, rng):
    """Answers of another shape raise ValueError, also where numpy could stretch them."""
    p = rng.uniform(0.1, 0.9, size=(4, 1))
    for wrong in (np.ones(4), np.ones((1, 1)), np.ones((4, 2))):
        with pytest.raises(ValueError):
            student.bce_loss(p, wrong)
        with pytest.raises(ValueError):
            student.bce_from_logits(p, wrong)


def test_numbers_that_are_no_probabilities_are_refused(student, rng):
    """A number below 0 or above 1 is no probability, and raises ValueError."""
    for wrong in (-0.5, 1.5):
        p = rng.uniform(0.1, 0.9, size=5)
        p[3] = wrong
        with pytest.raises(ValueError):
            student.bce_loss(p, answers(rng, (5,)))


def test_answers_that_are_neither_yes_nor_no_are_refused(student, rng):
    """An answer below 0 or above 1 makes no sense, and raises ValueError, for probabilities and for logits."""
    for wrong in (-0.5, 1.5):
        y = answers(rng, (5,))
        y[2] = wrong
        with pytest.raises(ValueError):
            student.bce_loss(rng.uniform(0.1, 0.9, size=5), y)
        with pytest.raises(ValueError):
            student.bce_from_logits(signed(rng, 5), y)


def test_distances_that_keep_nothing_are_refused(student, rng):
    """An eps that is not above 0 and below 1/2 raises ValueError."""
    p, y = rng.uniform(0.1, 0.9, size=5), answers(rng, (5,))
    for wrong in (0.0, -0.1, 0.5, 0.8):
        with pytest.raises(ValueError):
            student.bce_loss(p, y, wrong)
