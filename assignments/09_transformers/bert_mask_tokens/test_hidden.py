import numpy as np

from autograder.suite import assert_equal, assert_true, check_rate, definition, points

MASK = 77


def draw(rng, n=6, t=40):
    """About half of the tokens are chosen, so that every fate occurs; tokens, random ones and the mask all differ."""
    ids, random_ids = rng.integers(0, 30, size=(n, t)), rng.integers(30, 60, size=(n, t))
    u_select = np.where(rng.random((n, t)) < 0.5, rng.uniform(0, 0.149, size=(n, t)), rng.uniform(0.151, 1, size=(n, t)))
    return ids, rng.random((n, t)) < 0.3, u_select, rng.random((n, t)), random_ids


@points(3)
def test_inputs_and_labels_match_the_definition(student, reference, rng):
    """For given random numbers, inputs and labels are those of the definition."""
    for n, t in ((6, 40), (9, 9)):
        given = draw(rng, n, t)
        inputs, labels = student.bert_mask_tokens(*given, MASK)
        right_inputs, right_labels = reference.bert_mask_tokens(*given, MASK)
        assert_equal(inputs.tolist(), right_inputs.tolist(), "inputs")
        assert_equal(labels.tolist(), right_labels.tolist(), "labels")


@definition
def test_labels_are_the_original_tokens(student, rng):
    """Labels are the tokens as they were, at the chosen places and nowhere else."""
    ids, special, u_select, u_action, random_ids = draw(rng)
    _, labels = student.bert_mask_tokens(ids, special, u_select, u_action, random_ids, MASK)
    chosen = (u_select < 0.15) & ~special
    assert_equal(labels.tolist(), np.where(chosen, ids, -100).tolist(), "labels")


@definition
@points(2)
def test_borders(student):
    """At 0.15 a token is not chosen; at 0.8 it is exchanged and no longer hidden; at 0.9 it is kept."""
    u_select = np.array([[0.15, 0.1499, 0.0, 0.0, 0.0]])
    u_action = np.array([[0.0, 0.7999, 0.8, 0.8999, 0.9]])
    inputs, labels = student.bert_mask_tokens(
        np.arange(5)[None], np.zeros((1, 5), dtype=bool), u_select, u_action, np.arange(10, 15)[None], MASK
    )
    assert_equal(inputs.tolist(), [[0, MASK, 12, 13, 4]], "inputs")
    assert_equal(labels.tolist(), [[-100, 1, 2, 3, 4]], "labels")


def test_shares(student, reference, rng):
    """With uniform numbers 15 % are chosen, and of these 80 % are hidden, 10 % exchanged and 10 % kept."""
    n, t = 30, 100
    ids, random_ids = rng.integers(0, 30, size=(n, t)), rng.integers(30, 60, size=(n, t))
    draws = rng.random((2, n, t))
    given = (ids, np.zeros((n, t), dtype=bool), *draws, random_ids, MASK)
    inputs, labels = student.bert_mask_tokens(*given)
    chosen = labels != -100
    total = int(chosen.sum())
    check_rate(total, n * t, 0.15, "the share of chosen tokens")
    check_rate(int((inputs[chosen] == MASK).sum()), total, 0.8, "the share of hidden ones among the chosen")
    check_rate(int((inputs[chosen] == random_ids[chosen]).sum()), total, 0.1, "the share of exchanged ones among the chosen")
    check_rate(int((inputs[chosen] == ids[chosen]).sum()), total, 0.1, "the share of kept ones among the chosen")
    assert_equal(inputs.tolist(), reference.bert_mask_tokens(*given)[0].tolist(), "inputs")


def test_special_tokens_are_never_chosen(student, reference, rng):
    """Special tokens stay as they are and have no label, whatever their numbers."""
    ids, special, _, _, random_ids = draw(rng)
    none = np.zeros(ids.shape)
    inputs, labels = student.bert_mask_tokens(ids, special, none, none, random_ids, MASK)
    assert_equal(inputs.tolist(), reference.bert_mask_tokens(ids, special, none, none, random_ids, MASK)[0].tolist(), "inputs")
    assert_true(bool((labels[special] == -100).all() and (inputs[special] == ids[special]).all()), "a special token was chosen")
