import warnings

import numpy as np
import pytest

from autograder.suite import assert_between, assert_close, assert_equal, assert_true, leaves_arguments, points

N, C = 7, 4


def draw(rng, n=N, c=C):
    return rng.dirichlet(np.full(c, 0.7), size=n) * 0.98 + 0.02 / c


@points(3)
def test_matches_the_definition(student, reference, rng):
    """The score of pictures with all classes possible, also for as many pictures as classes."""
    for n, c in ((N, C), (5, 5), (1, 3)):
        probs = draw(rng, n, c)
        assert_close(student.inception_score(probs), reference.inception_score(probs), "the score")


@points(2)
@leaves_arguments
def test_another_marginal(student, reference, rng):
    """With a marginal of another kind, rows are compared with that one."""
    probs, marginal = draw(rng), rng.dirichlet(np.full(C, 2.0))
    right = reference.inception_score(probs, marginal)
    assert_close(student.inception_score(probs, marginal), right, "the score with a given marginal")


def test_known_numbers(student):
    """Five scores worked out by hand."""
    two = np.eye(2)
    assert_close(student.inception_score(two), 2.0, "two certain pictures")
    assert_close(student.inception_score(two, np.array([0.8, 0.2])), 2.5, "the same with a given marginal")
    same = np.array([[1.0, 0.0], [1.0, 0.0]])
    assert_close(student.inception_score(same), 1.0, "the same picture twice")
    assert_close(student.inception_score(same, np.array([0.5, 0.5])), 2.0, "the same picture twice, with a fixed marginal")
    mixed = np.array([[0.9, 0.1], [0.2, 0.8], [0.5, 0.5]])
    assert_close(student.inception_score(mixed), 1.202873, "three pictures", atol=1e-6)


@points(2)
def test_by_entropies(student, rng):
    """The logarithm of the score is the entropy of the mean minus the mean entropy."""
    probs = draw(rng)
    mean = probs.mean(axis=0)
    by_hand = -(mean * np.log(mean)).sum() + (probs * np.log(probs)).sum(axis=1).mean()
    assert_close(np.log(student.inception_score(probs)), by_hand, "the logarithm of the score")


def test_zeros(student, reference, rng):
    """Classes that are impossible for some pictures, or for all, give no trouble."""
    probs = draw(rng)
    probs[:3, 1], probs[3:5, 2], probs[:, 0] = 0.0, 0.0, 0.0
    probs /= probs.sum(axis=1, keepdims=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = student.inception_score(probs)
        assert_close(found, reference.inception_score(probs), "the score")
        infinite = student.inception_score(probs, np.array([0.5, 0.0, 0.25, 0.25]))
    assert_equal(float(infinite), np.inf, "the score if the marginal excludes what occurs")


def test_between_one_and_the_number_of_classes(student, rng):
    """Scores lie between 1 and C, and are C for certain pictures of all classes equally often."""
    assert_between(student.inception_score(draw(rng)), 1 + 1e-6, C - 1e-6, "the score")
    certain = np.eye(C)[rng.permutation(np.repeat(np.arange(C), 3))]
    assert_close(student.inception_score(certain), float(C), "the score of certain pictures of all classes")
    two = np.eye(C)[rng.permutation(np.repeat([0, 2], 3))]
    assert_close(student.inception_score(two), 2.0, "the score of certain pictures of two classes")


def test_order_of_pictures_and_classes(student, rng):
    """Neither the order of the pictures nor that of the classes matters; copies of all pictures change nothing."""
    probs = draw(rng)
    once = student.inception_score(probs)
    assert_true(np.asarray(once) > 1 + 1e-6, "the score of different pictures is not above 1")
    for other in (probs[rng.permutation(N)], probs[:, rng.permutation(C)], np.repeat(probs, 2, axis=0)):
        assert_close(student.inception_score(other), once, "the score")


def test_bad_arguments(student):
    """No pictures at all, a negative probability, and a marginal of another shape raise ValueError."""
    assert_close(student.inception_score(np.eye(3)), 3.0, "the score")
    for probs, marginal in (
        (np.zeros((0, 3)), None),
        (np.eye(3), np.full(2, 0.5)),
        (np.eye(3), np.ones(1)),
        (np.eye(3), np.full((1, 3), 1 / 3)),
        (np.array([[0.5, 0.5, 0.0], [1.5, -0.25, -0.25]]), None),
        (np.array([[0.5, 0.5, 0.0], [1.5, -0.25, -0.25]]), np.full(3, 1 / 3)),
        (np.eye(3), np.array([0.75, 0.75, -0.5])),
    ):
        with pytest.raises(ValueError):
            student.inception_score(probs, marginal)
