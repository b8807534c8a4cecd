import numpy as np
import pytest

from autograder.suite import assert_close, points


def draw(rng, n=11, c=5):
    """Scores, and labels of which a known number has each rank: rank 0, 1, 2, ... in turn."""
    scores = rng.permuted(np.linspace(-3, 4, n * c)).reshape(n, c)
    ranks = rng.permutation(np.arange(n) % c)
    labels = np.argsort(-scores, axis=1)[np.arange(n), ranks]
    return scores, labels, ranks


@points(2)
def test_accuracy_matches_the_definition(student, reference, rng):
    """For every k the share is that of the definition, also with as many samples as classes."""
    for n, c in ((11, 5), (6, 6), (4, 7), (1, 3)):
        scores, labels, _ = draw(rng, n, c)
        for k in (1, 2, c - 1):
            assert_close(student.topk_accuracy(scores, labels, k), reference.topk_accuracy(scores, labels, k), "the accuracy")


def test_labels_of_known_rank(student, rng):
    """A label counts if fewer than k scores of its row are larger; with k = C all count."""
    scores, labels, ranks = draw(rng)
    assert_close(student.topk_accuracy(scores, labels), float(np.mean(ranks < 1)), "the accuracy with k = 1")
    for k in (2, 3, 4, 5):
        assert_close(student.topk_accuracy(scores, labels, k=k), float(np.mean(ranks < k)), "the accuracy with k guesses")


def test_only_the_order_of_scores_counts(student, rng):
    """Exponentials of the scores rank like the scores."""
    scores, labels, ranks = draw(rng)
    for k in (1, 3):
        wanted = float(np.mean(ranks < k))
        assert_close(student.topk_accuracy(np.exp(scores), labels, k), wanted, "the accuracy of exponentials")


def test_equal_scores_go_to_the_lower_index(student):
    """Of equal scores the one with the lower index comes first."""
    scores = np.array([[1.0, 1.0, 0.0], [2.0, 3.0, 3.0], [1.0, 1.0, 1.0], [0.0, 5.0, 5.0]])
    assert_close(student.topk_accuracy(scores, np.array([0, 1, 0, 1]), 1), 1.0, "the accuracy of lower indices")
    assert_close(student.topk_accuracy(scores, np.array([1, 2, 2, 2]), 1), 0.0, "the accuracy of higher indices")
    assert_close(student.topk_accuracy(scores, np.array([1, 2, 2, 0]), 2), 0.5, "the accuracy with two guesses")


def test_many_equal_scores(student, rng):
    """In long rows with only two different scores, ties are broken by index as well."""
    scores = rng.integers(2, size=(30, 40)).astype(float)
    order = np.argsort(-scores, axis=1, kind="stable")
    labels = order[np.arange(30), rng.permutation(np.arange(30))]
    ranks = (order == labels[:, None]).argmax(axis=1)
    for k in (1, 7, 15):
        assert_close(student.topk_accuracy(scores, labels, k), float(np.mean(ranks < k)), "the accuracy")


def test_impossible_numbers_of_guesses_are_refused(student, rng):
    """k below 1 or above the number of classes raises ValueError."""
    scores, labels, _ = draw(rng)
    for k in (0, 6, -1):
        with pytest.raises(ValueError):
            student.topk_accuracy(scores, labels, k)


def test_labels_out_of_range_are_refused(student, rng):
    """A label below 0 or beyond the last class raises ValueError."""
    scores, labels, _ = draw(rng)
    for wrong in (-1, 5):
        labels[2] = wrong
        with pytest.raises(ValueError):
            student.topk_accuracy(scores, labels, 2)
