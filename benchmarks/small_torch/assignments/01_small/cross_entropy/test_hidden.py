import math

import torch

from autograder.suite import assert_close


def draw(rng):
    return torch.from_numpy(rng.normal(size=(6, 5))).float(), torch.from_numpy(rng.integers(0, 5, size=6))


def test_matches_the_definition(student, reference, rng):
    logits, labels = draw(rng)
    expected = reference.softmax_cross_entropy(logits, labels)
    assert_close(student.softmax_cross_entropy(logits, labels), expected, "loss")


def test_large_logits_do_not_overflow(student):
    logits = torch.tensor([[1000.0, 1000.0]])
    loss = student.softmax_cross_entropy(logits, torch.tensor([1]))
    assert_close(loss, torch.tensor(math.log(2.0)), "loss")


def test_equal_logits_give_the_log_of_the_classes(student, rng):
    _, labels = draw(rng)
    loss = student.softmax_cross_entropy(torch.zeros(6, 5), labels)
    assert_close(loss, torch.tensor(math.log(5.0)), "loss")
