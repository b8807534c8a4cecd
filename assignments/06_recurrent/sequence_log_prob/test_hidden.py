from itertools import product

import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, points

N, T, V = 4, 6, 3


def draw(rng, n=N, t=T, v=V):
    """Logits, tokens, and a mask of full and shorter sequences; the first and the last token always count somewhere."""
    lengths = np.concatenate([[t], rng.integers(2, t, size=n - 1)])
    mask = np.arange(t) < lengths[:, None]
    return 2 * rng.normal(size=(n, t, v)), rng.integers(0, v, size=(n, t)), mask


@points(2)
def test_sum_of_the_log_probabilities_of_the_tokens(student, reference, rng):
    """The result is the sum of the counted tokens' log-probabilities."""
    for sizes in ((N, T, V), (4, 4, 4)):  # also where all lengths are equal
        given = draw(rng, *sizes)
        assert_close(student.sequence_log_prob(*given), reference.sequence_log_prob(*given), "log-probabilities")


@points(2)
def test_probabilities_of_all_sequences_sum_to_one(student, rng):
    """Under a small model, the probabilities of all sequences of four tokens sum to 1."""
    table = 2 * rng.normal(size=(V + 1, V))  # the last row is for the first token
    ids = np.array(list(product(range(V), repeat=4)))
    before = np.concatenate([np.full((len(ids), 1), V), ids[:, :-1]], axis=1)
    found = student.sequence_log_prob(table[before], ids, np.ones(ids.shape, dtype=bool))
    assert_shape(found, (len(ids),), "log-probabilities")
    assert_true(np.ptp(found) > 1e-6, "all sequences are equally probable")
    assert_close(float(np.exp(np.asarray(found)).sum()), 1.0, "sum of the probabilities")


def test_uniform_model(student):
    """If all V tokens are equally likely, a sequence of L counted tokens has log-probability -L ln V."""
    mask = np.arange(7) < np.array([[7], [4], [1]])
    found = student.sequence_log_prob(np.full((3, 7, 5), 2.5), np.full((3, 7), 4), mask)
    assert_close(found, -np.array([7.0, 4.0, 1.0]) * np.log(5), "log-probabilities")


def test_long_sequences_stay_finite(student, reference, rng):
    """For a thousand tokens the result is finite, though the probability is too small for a float."""
    logits, ids = rng.normal(size=(2, 1000, 5)), rng.integers(0, 5, size=(2, 1000))
    mask = np.ones((2, 1000), dtype=bool)
    found = student.sequence_log_prob(logits, ids, mask)
    assert_close(found, reference.sequence_log_prob(logits, ids, mask), "log-probabilities of long sequences")


def test_large_logits_stay_finite(student, rng):
    """Logits of some thousands neither overflow nor lose the result, together or beside small ones."""
    logits = rng.normal(size=(3, 5, 4))
    logits[0] += 9000.0
    logits[1] -= 9000.0
    logits[2, :, 1] += 4000.0  # the other tokens are next to impossible here
    ids, mask = rng.integers(0, 4, size=(3, 5)), np.ones((3, 5), dtype=bool)
    ids[2, :2] = 1, 0
    chosen = np.take_along_axis(logits, ids[:, :, None], axis=2)[:, :, 0]
    expected = (chosen - np.logaddexp.reduce(logits, axis=2)).sum(axis=1)
    found = student.sequence_log_prob(logits, ids, mask)
    assert_shape(found, (3,), "log-probabilities")
    assert_close(found[:2], expected[:2], "log-probabilities of large logits", rtol=1e-6)
    assert_close(found[2], expected[2], "log-probability of improbable tokens", rtol=1e-6)


def test_what_does_not_count_has_no_influence(student, rng):
    """Other logits and tokens at padding change nothing, and a sequence in which nothing counts has log-probability 0."""
    logits, ids, mask = draw(rng)
    mask[2] = False
    first = student.sequence_log_prob(logits, ids, mask)
    other = np.where(mask[:, :, None], logits, rng.normal(size=logits.shape))
    second = student.sequence_log_prob(other, np.where(mask, ids, (ids + 1) % V), mask)
    assert_shape(first, (N,), "log-probabilities")
    assert_true(np.asarray(first)[0] < -1e-6, "a whole sequence has log-probability 0")
    assert_close(second, first, "log-probabilities with other padding")
    assert_equal(float(first[2]), 0.0, "log-probability of a sequence in which nothing counts")


@pytest.mark.parametrize("rubbish", [np.nan, -np.inf])
def test_inf_and_nan_have_no_influence_where_nothing_counts(student, reference, rng, rubbish):
    """Where the mask is False, logits of inf or nan change nothing."""
    logits, ids, mask = draw(rng)
    soiled = np.where(mask[:, :, None], logits, rubbish)
    expected = reference.sequence_log_prob(logits, ids, mask)
    assert_close(student.sequence_log_prob(soiled, ids, mask), expected, "log-probabilities with inf or nan at padding")
