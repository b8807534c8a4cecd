import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_true, leaves_arguments, points


def probabilities(rng, n, c):
    p = rng.uniform(0.2, 1, size=(n, c))
    return p / p.sum(axis=1, keepdims=True)


def draw_labels(rng, n, c):
    return rng.permutation(np.arange(n) % c)


SIZES = ((5, 3), (4, 4), (2, 6), (1, 3))


@leaves_arguments
@points(2)
def test_probabilities_match_the_definition(student, reference, rng):
    """For one-hot and for soft Y the loss is that of the definition."""
    for n, c in SIZES:
        P = probabilities(rng, n, c)
        for Y in (probabilities(rng, n, c), np.eye(c)[draw_labels(rng, n, c)]):
            assert_close(
                student.cross_entropy_probs(P, Y), reference.cross_entropy_probs(P, Y), "the loss", sizes={"N": n, "C": c}
            )


@leaves_arguments
@points(2)
def test_logits_match_the_definition(student, reference, rng):
    """The loss of logits is that of the definition, as a mean and as a sum."""
    for n, c in SIZES:
        Z, labels = 2 * rng.normal(size=(n, c)), draw_labels(rng, n, c)
        wanted = reference.cross_entropy_logits(Z, labels)
        assert_close(student.cross_entropy_logits(Z, labels), wanted, "the mean", sizes={"N": n, "C": c})
        assert_close(student.cross_entropy_logits(Z, labels, "sum"), n * wanted, "the sum", sizes={"N": n, "C": c})


def test_by_hand(student):
    """Three samples, and single rows of logits, have the losses that were worked out by hand."""
    P = np.array([[0.1, 0.8, 0.1], [0.9, 0.1, 0.0], [0.0, 0.0, 1.0]])
    assert_close(student.cross_entropy_probs(P, np.eye(3)[[1, 0, 2]]), 0.109501, "the loss of probabilities", atol=1e-6)
    assert_close(student.cross_entropy_logits(np.array([[1.0, 2.0, 3.0]]), np.array([2])), 0.407606, "the loss", atol=1e-6)
    for c, loss in ((10, 2.302585), (100, 4.605170), (4, 1.386294)):
        assert_close(
            student.cross_entropy_logits(np.ones((3, c)), np.array([0, 1, 2])), loss, "the loss of equal logits", atol=1e-6
        )


def test_uniform_probabilities(student, rng):
    """Uniform predictions cost ln C, whatever Y is."""
    for n, c in SIZES:
        loss = student.cross_entropy_probs(np.full((n, c), 1 / c), probabilities(rng, n, c))
        assert_close(loss, float(np.log(c)), "the loss")


def test_an_empty_class_changes_nothing(student, reference, rng):
    """A class that never occurs and is never predicted costs nothing, and counts for nothing."""
    P, Y = probabilities(rng, 5, 3), probabilities(rng, 5, 3)
    more = np.column_stack([P, np.zeros(5)]), np.column_stack([Y, np.zeros(5)])
    assert_close(student.cross_entropy_probs(*more), reference.cross_entropy_probs(P, Y), "the loss with an empty class")


def test_a_perfect_prediction_costs_exactly_nothing(student, rng):
    """If P is one-hot and Y is the same, the loss is exactly 0."""
    Y = np.eye(4)[draw_labels(rng, 6, 4)]
    assert_equal(float(student.cross_entropy_probs(Y, Y)), 0.0, "the loss of a perfect prediction")


def test_the_impossible_happened(student, rng):
    """Where a class with probability 0 occurs the loss is infinite, and numpy has nothing to warn of."""
    P = probabilities(rng, 4, 3)
    P[2] = [0.0, 0.4, 0.6]
    Y = np.eye(3)[[0, 1, 0, 2]]
    before = student.call(np.seterr, divide="raise", invalid="raise")
    try:
        loss = student.cross_entropy_probs(P, Y)
    except FloatingPointError:
        assert_true(False, "numpy would warn: a logarithm of 0 is taken, or 0 times infinity")
    finally:
        student.call(np.seterr, **before)
    assert_equal(float(loss), float("inf"), "the loss")


def test_small_probabilities_are_taken_as_they_are(student, reference, rng):
    """Probabilities of 1e-9 are not rounded up."""
    P = np.array([[1e-9, 1 - 1e-9], [0.3, 0.7]])
    Y = np.array([[1.0, 0.0], [rng.uniform(0.2, 0.8), 0.5]])
    assert_close(student.cross_entropy_probs(P, Y), reference.cross_entropy_probs(P, Y), "the loss")


@points(2)
def test_large_logits(student, reference, rng):
    """Logits as large as 10000, of either sign, give a finite and right loss."""
    Z = np.array([[1e4, 0.0, -1e4], [-1e4, -9e3, -9.5e3], [0.0, 1e4, 1e4]]) + rng.normal(size=(3, 3))
    for labels in ([0, 1, 1], [2, 0, 0]):
        wanted = reference.cross_entropy_logits(Z, np.array(labels))
        assert_close(student.cross_entropy_logits(Z, np.array(labels)), wanted, "the loss of large logits")


def test_a_shift_changes_nothing(student, reference, rng):
    """Adding a number to all logits of a row changes nothing; each row may have its own."""
    Z, labels = rng.normal(size=(5, 3)), draw_labels(rng, 5, 3)
    shifted = Z + 100 * rng.normal(size=(5, 1))
    assert_close(
        student.cross_entropy_logits(shifted, labels), reference.cross_entropy_logits(Z, labels), "the loss", rtol=1e-7
    )


def test_both_forms_agree(student, rng):
    """The loss of logits is the loss of their softmax for one-hot labels."""
    Z, labels = rng.normal(size=(6, 4)), draw_labels(rng, 6, 4)
    P = np.exp(Z) / np.exp(Z).sum(axis=1, keepdims=True)
    wanted = float(-np.log(P[np.arange(6), labels]).mean())
    assert_close(student.cross_entropy_logits(Z, labels), wanted, "the loss of logits")
    assert_close(student.cross_entropy_probs(P, np.eye(4)[labels]), wanted, "the loss of probabilities")


def test_other_reductions_are_refused(student, rng):
    """A reduction that the statement does not name raises ValueError."""
    with pytest.raises(ValueError):
        student.cross_entropy_logits(rng.normal(size=(3, 2)), np.array([0, 1, 1]), "none")


def test_labels_out_of_range_are_refused(student, rng):
    """A label below 0 or beyond the last class raises ValueError."""
    for wrong in (-1, 4):
        labels = draw_labels(rng, 6, 4)
        labels[3] = wrong
        with pytest.raises(ValueError):
            student.cross_entropy_logits(rng.normal(size=(6, 4)), labels)


def test_other_shapes_are_refused(student, rng):
    """Probabilities of different shapes raise ValueError, also where numpy could stretch them."""
    P = rng.uniform(0.1, 1, size=(6, 4))
    for Y in (np.full((1, 4), 0.25), np.full((6, 1), 0.5), np.full(4, 0.25)):
        with pytest.raises(ValueError):
            student.cross_entropy_probs(P, Y)


def test_negative_probabilities_are_refused(student, rng):
    """A negative entry is no probability, in P or in Y, and raises ValueError."""
    for place in (0, 1):
        both = [probabilities(rng, 5, 3), probabilities(rng, 5, 3)]
        both[place][3, 1] *= -1
        with pytest.raises(ValueError):
            student.cross_entropy_probs(*both)
