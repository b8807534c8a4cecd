import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters


def test_number_of_parameters(student):
    """With 7 tokens, embeddings of width 3 and states of width 5 there are 378 parameters."""
    assert_equal(count_parameters(student.AttentionDecoder(7, 3, 5)), 378, "number of parameters")


def test_shapes(student, rng):
    """Four samples with sources of length 6 give logits (4, 7), states (4, 5) and weights (4, 6)."""
    decoder = student.AttentionDecoder(7, 3, 5)
    s, h = torch.tensor(rng.normal(size=(4, 5))).float(), torch.tensor(rng.normal(size=(4, 6, 5))).float()
    logits, state, alpha = decoder.step(torch.tensor([0, 6, 2, 2]), s, h, torch.ones(4, 6, dtype=torch.bool))
    assert_shape(logits, (4, 7), "logits")
    assert_shape(state, (4, 5), "the new state")
    assert_close(alpha.sum(1), torch.ones(4), "sums of alpha")
