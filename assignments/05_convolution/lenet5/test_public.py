import torch

from autograder.suite import assert_equal, assert_shape, assert_true, count_parameters


def test_shape(student):
    """Images of 32 x 32 pixels become one row of logits each."""
    assert_shape(student.LeNet5()(torch.randn(2, 1, 32, 32)), (2, 10), "the logits")
    net = student.LeNet5(in_channels=3, classes=7, pool="max", act="relu")
    assert_shape(net(torch.randn(4, 3, 32, 32)), (4, 7), "the logits for 7 classes")


def test_number_of_parameters(student):
    """For one channel and ten classes there are 61706 parameters."""
    assert_equal(count_parameters(student.LeNet5()), 61706, "number of parameters")


def test_logits_are_no_probabilities(student):
    """Logits take either sign, and do not sum to 1."""
    logits = student.LeNet5()(10 * torch.randn(8, 1, 32, 32)).detach()
    assert_true(bool((logits < 0).any()), "no logit is negative")
    assert_true(float((logits.sum(dim=1) - 1).abs().max()) > 1e-3, "each row sums to 1")
